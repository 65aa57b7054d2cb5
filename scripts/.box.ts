import { startSandbox } from './sdks/sandbox.ts';
import fs from 'node:fs';
const s = await startSandbox();
const a = await s.openAccount('trial');
fs.writeFileSync('/tmp/gen/box.env', Object.entries(a).map(([k,v])=>`export ${k}='${v}'`).join('\n')+"\nexport PAYMENTS_VERSION=2026-11-01\n");
setInterval(()=>{},1000);
