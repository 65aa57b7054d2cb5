/**
 * Addresses that no destination may have: first, last or typical of each range outside the public internet. The IPv6
 * ones include every way to embed IPv4: mapped, translated, compatible, NAT64, 6to4, Teredo, ISATAP.
 */
export const internalAddresses = words(`
  0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.0 10.0.0.1 10.255.255.255 100.64.0.0 100.100.100.200
  100.127.255.255 127.0.0.1 127.0.0.53 127.255.255.255 169.254.0.0 169.254.169.254 169.254.170.2
  169.254.255.255 172.16.0.0 172.17.0.1 172.31.255.255 192.0.0.0 192.0.0.192 192.0.0.255 192.0.2.0
  192.0.2.255 192.31.196.1 192.52.193.1 192.88.99.1 192.175.48.1 192.168.0.0 192.168.1.1
  192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255
  168.63.129.16 224.0.0.0 224.0.0.251 239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255

  :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:7f00:1 ::ffff:0:127.0.0.1 ::127.0.0.1 ::ffff:8.8.8.8
  64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 64:ff9b:1:ffff::10.0.0.1 2002:7f00:1::1 2002:a00:1::
  2001::1 2001:0:7f00:1:: 2001:1::1 2001:2::1 2001:10::1 2001:20::1
  2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8::1 2001:db8:ffff::1 3fff::1
  3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff 2620:4f:8000::1 100::1 100:0:0:1::1 5f00::1 4000::1 fc00::1
  fd00:ec2::254 fdff::1 fe80::1 fe80::5efe:7f00:1 febf::1 fec0::1 ff02::1 ff0e::1
`);

/** Public addresses, including neighbors of the ranges above. */
export const publicAddresses = words(`
  1.0.0.0 1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0
  126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 168.63.129.15 168.63.129.17 172.15.255.255
  172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255
  198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255

  2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1 2606:4700:4700::1111
  2a00:1450::1 3ffe:ffff::1 3fff:1000::1
`);

/** Destinations that are refused at registration, and again at delivery if one were stored anyway. */
export const refusedUrls = [
  // IP addresses in every notation that a URL parser knows; public ones too, since a destination must be a name.
  ...words(`
    127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 0x7F.0x0.0x0.0x1 127.0.0.1. 0
    0.0.0.0 127.0.0.1:443/x 127.0.0.1:8443 %31%32%37.0.0.1 １２７.０.０.１ 127。0。0。1 ①②⑦.⓪.⓪.① 0300.0250.1.1
    [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1] [fe80::1] [fe80::1%25eth0]
    [fd00:ec2::254] 10.0.0.1 169.254.169.254/latest/meta-data/ 0xa9fea9fe 192.168.1.1 168.63.129.16 8.8.8.8
    134744072 [2606:4700:4700::1111]
  `).map((rest) => `https://${rest}`),
  // Names of the local machine and network, and invalid names.
  ...words(`
    localhost LOCALHOST localhost. localhost:8443 a.localhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ localhost%2e %6cocalhost intranet postgres
    metadata.google.internal printer.local nas.lan x.home router.home.arpa wiki.intranet mail.corp x.private
    a.localdomain hooks.example.com. a.local. .. a..b.com .com -a.com a_!.com *.example.com 1.2.3 1.2.3.4.5 foo.0x7f
  `).map((rest) => `https://${rest}`),
  'https://local\u00adhost',
  'https://exa mple.com',
  `https://${'a'.repeat(64)}.com`,
  `https://${'a.'.repeat(130)}com`,
  // Other schemes, user names, ports, and URLs that parsers disagree on.
  ...words(`
    http://hooks.example.com ftp://hooks.example.com file:///etc/passwd javascript:alert(1) data:,x
    //hooks.example.com hooks.example.com https: https:// https:/// https:/hooks.example.com
    https:hooks.example.com https://user@hooks.example.com https://user:secret@hooks.example.com
    https://@hooks.example.com https://hooks.example.com@127.0.0.1 https://hooks.example.com:443@127.0.0.1
    https://hooks.example.com#x https://hooks.example.com#@127.0.0.1 https://hooks.example.com:0
    https://hooks.example.com:80 https://hooks.example.com:22 https://hooks.example.com:5432
    https://hooks.example.com:65536 https://hooks.example.com:x
  `),
  '',
  ' ',
  ' https://hooks.example.com',
  'https://hooks.example.com/ x',
  'https://hooks.exam\tple.com',
  'https://hooks.example.com/\r\nHost: a',
  'https://hooks.example.com/\0',
  'https:\\\\hooks.example.com',
  'https://hooks.example.com\\@127.0.0.1/',
  `https://hooks.example.com/${'x'.repeat(2048)}`,
];

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
