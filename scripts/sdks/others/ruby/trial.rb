# A link is created, and what came back is read, as are a list and an event.
require 'openapi_client'
require 'securerandom'

def same(expected, actual)
  raise "expected #{expected.inspect}, got #{actual.inspect}" unless expected == actual
end

[ENV.fetch('PAYMENTS_BASE_URL'), ENV.fetch('PAYMENTS_NEWER_URL')].each do |url|
  configuration = OpenapiClient::Configuration.new do |c|
    c.scheme, c.host = url.split('://')
    c.server_index = nil
    c.access_token = ENV.fetch('PAYMENTS_API_KEY')
  end
  client = OpenapiClient::ApiClient.new(configuration)
  links = OpenapiClient::PaymentLinksApi.new(client)
  request = OpenapiClient::CreatePaymentLinkRequest.new(
    amount: '1500.50', currency: 'MXNB', description: 'Order 1042', accepted_methods: ['SPEI']
  )
  link = links.create_payment_link(SecureRandom.uuid, request)
  same '1500.50000000', link.amount
  same nil, link.paid_at
  same 'native', link.methods[0].quote_status
  same link.code, links.list_payment_links(limit: 5).data[0].code
  event = OpenapiClient::EventsApi.new(client).list_events(type: 'payment_link.paid', limit: 1).data[0]
  same OpenapiClient::PaymentLinkPaidEvent, event.class
  same '1500.50000000', event.data.amount
end
