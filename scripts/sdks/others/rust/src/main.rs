//! A link is created, and what came back is read, as are a list and an event.
use openapi::apis::{configuration::Configuration, events_api, payment_links_api};
use openapi::models::{CreatePaymentLinkRequest, LinkCurrency, WebhookEvent};
use std::env::var;
use std::time::{SystemTime, UNIX_EPOCH};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    for url in [var("PAYMENTS_BASE_URL")?, var("PAYMENTS_NEWER_URL")?] {
        let service = Configuration {
            base_path: url,
            bearer_access_token: Some(var("PAYMENTS_API_KEY")?),
            ..Configuration::new()
        };
        let key = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos().to_string();
        let request = CreatePaymentLinkRequest {
            accepted_methods: Some(vec!["SPEI".into()]),
            ..CreatePaymentLinkRequest::new("1500.50".into(), LinkCurrency::Mxnb, "Order 1042".into())
        };
        let link = payment_links_api::create_payment_link(&service, &key, request, None).await?;
        assert_eq!(link.amount, "1500.50000000");
        assert_eq!(link.paid_at, None);
        assert_eq!(link.methods[0].quote_status, "native");
        let again = payment_links_api::get_payment_link(&service, &link.code, None).await?;
        assert_eq!(link, again);
        let events = events_api::list_events(
            &service, Some(1), None, Some("payment_link.paid"), None, None, None, None,
        );
        match events.await?.data.first() {
            Some(WebhookEvent::PaymentLinkPaidEvent(event)) => assert_eq!(event.data.amount, "1500.50000000"),
            other => panic!("expected a paid link, got {other:?}"),
        }
    }
    Ok(())
}
