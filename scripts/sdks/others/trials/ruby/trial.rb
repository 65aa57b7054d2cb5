# What a stranger does with the client that openapi-generator makes for Ruby.
require 'openapi_client'
require 'securerandom'

CONFIGURATION = OpenapiClient::Configuration.new do |configuration|
  configuration.scheme, configuration.host = ENV.fetch('PAYMENTS_BASE_URL').split('://')
  configuration.server_index = nil
  configuration.access_token = ENV.fetch('PAYMENTS_API_KEY')
end
CLIENT = OpenapiClient::ApiClient.new(CONFIGURATION)
CLIENT.default_headers['Service-Version'] = ENV.fetch('PAYMENTS_VERSION')
LINKS = OpenapiClient::PaymentLinksApi.new(CLIENT)

def order(**fields)
  request = OpenapiClient::CreatePaymentLinkRequest.new(
    amount: '1500.50', currency: OpenapiClient::LinkCurrency::LINK_CURRENCY_MXNB, description: 'Order 1042', **fields
  )
  LINKS.create_payment_link(SecureRandom.uuid, request)
end

def same(actual, expected)
  raise "#{actual.inspect}, not #{expected.inspect}" unless actual == expected
end

checks = {
  main_job: lambda {
    link = order(accepted_methods: ['SPEI'])
    same link.amount, '1500.50000000'
    again = LINKS.get_payment_link(link.code)
    same again.status, OpenapiClient::PaymentLinkStatus::PAYMENT_LINK_STATUS_ACTIVE
    same [again.paid_at, again.methods[0].quote_status], [nil, 'native']
  },
  metadata: lambda {
    same LINKS.list_payment_links(metadata_pairs: ['batch:250'], limit: 100).data.length, 100
    same LINKS.list_payment_links(metadata_pairs: ['batch:250', 'shop:north']).data, []
  },
  null: lambda {
    link = order(return_url: 'https://shop.example/done')
    change = OpenapiClient::UpdatePaymentLinkRequest.new(return_url: nil)
    same LINKS.update_payment_link(SecureRandom.uuid, link.code, change).return_url, nil
  },
  events: lambda {
    type = OpenapiClient::WebhookEventName::WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID
    event = OpenapiClient::EventsApi.new(CLIENT).list_events(type: type).data[0]
    same event.class, OpenapiClient::PaymentLinkPaidEvent
    same event.data.amount, '1500.50000000'
  },
  error: lambda {
    begin
      LINKS.get_payment_link('PL-0000-0000-0000')
    rescue OpenapiClient::ApiError => e
      code = JSON.parse(e.response_body)['error']['code']
      same code, OpenapiClient::ErrorCode::ERROR_CODE_PAYMENT_LINK_NOT_FOUND
    else
      raise 'nothing was raised'
    end
  },
  page: lambda {
    first = LINKS.list_payment_links(limit: 2)
    second = LINKS.list_payment_links(limit: 2, cursor: first.next_cursor)
    same (first.data + second.data).map(&:code).uniq.length, 4
  }
}

checks.each do |name, check|
  check.call
  puts "#{name}: ok"
rescue StandardError => e
  puts "#{name}: #{e.message.tr("\n", ' ')}"
end
