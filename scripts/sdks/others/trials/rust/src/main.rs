//! What a stranger does with the client that openapi-generator makes for Rust.
use openapi::apis::{configuration::Configuration, events_api, payment_links_api as links, Error};
use openapi::models::*;
use std::collections::HashSet;
use std::env::var;
use std::error::Error as StdError;
use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

type Outcome = Result<(), Box<dyn StdError>>;

fn connect() -> Configuration {
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("Service-Version", var("PAYMENTS_VERSION").unwrap().parse().unwrap());
    Configuration {
        base_path: var("PAYMENTS_BASE_URL").unwrap(),
        bearer_access_token: Some(var("PAYMENTS_API_KEY").unwrap()),
        client: reqwest::Client::builder().default_headers(headers).build().unwrap(),
        ..Configuration::new()
    }
}

fn key() -> String {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
    format!("trial-{now}-{}", MADE.fetch_add(1, Ordering::Relaxed))
}

fn order() -> CreatePaymentLinkRequest {
    CreatePaymentLinkRequest::new("1500.50".into(), LinkCurrency::LINK_CURRENCY_MXNB, "Order 1042".into())
}

async fn list(
    service: &Configuration,
    limit: i32,
    cursor: Option<&str>,
    metadata: Option<Vec<String>>,
) -> Result<PaymentLinkList, Error<links::ListPaymentLinksError>> {
    links::list_payment_links(service, Some(limit), cursor, None, None, None, metadata, None, None, None, None).await
}

async fn main_job(service: &Configuration) -> Outcome {
    let request = CreatePaymentLinkRequest { accepted_methods: Some(vec!["SPEI".into()]), ..order() };
    let link = links::create_payment_link(service, &key(), request).await?;
    same(link.amount.as_str(), "1500.50000000")?;
    let again = links::get_payment_link(service, &link.code).await?;
    same(again.status, PaymentLinkStatus::PAYMENT_LINK_STATUS_ACTIVE)?;
    same(again.paid_at, None)?;
    same(again.methods[0].quote_status.as_str(), "native")
}

async fn metadata(service: &Configuration) -> Outcome {
    same(list(service, 100, None, Some(vec!["batch:250".into()])).await?.data.len(), 100)?;
    same(list(service, 100, None, Some(vec!["batch:250".into(), "shop:north".into()])).await?.data.len(), 0)
}

async fn null(service: &Configuration) -> Outcome {
    let request = CreatePaymentLinkRequest { return_url: Some("https://shop.example/done".into()), ..order() };
    let link = links::create_payment_link(service, &key(), request).await?;
    let change = UpdatePaymentLinkRequest { return_url: Some(None), ..UpdatePaymentLinkRequest::new() };
    same(links::update_payment_link(service, &key(), &link.code, change).await?.return_url, None)
}

async fn events(service: &Configuration) -> Outcome {
    let kind = Some(WebhookEventName::WEBHOOK_EVENT_NAME_PAYMENT_LINK_PAID);
    let listed = events_api::list_events(service, Some(1), None, kind, None, None, None).await?;
    match listed.data.first() {
        Some(WebhookEvent::PaymentLinkPaid(event)) => same(event.data.amount.as_str(), "1500.50000000"),
        other => Err(format!("unexpected: {other:?}").into()),
    }
}

async fn error(service: &Configuration) -> Outcome {
    match links::get_payment_link(service, "PL-0000-0000-0000").await {
        Err(Error::ResponseError(raised)) => {
            let envelope: ErrorEnvelope = serde_json::from_str(&raised.content)?;
            same(envelope.error.code, ErrorCode::ERROR_CODE_PAYMENT_LINK_NOT_FOUND.to_string())
        }
        other => Err(format!("unexpected: {other:?}").into()),
    }
}

async fn page(service: &Configuration) -> Outcome {
    let first = list(service, 2, None, None).await?;
    let second = list(service, 2, first.next_cursor.as_deref(), None).await?;
    let codes: HashSet<_> = first.data.iter().chain(&second.data).map(|link| &link.code).collect();
    same(codes.len(), 4)
}

fn same<T: PartialEq + std::fmt::Debug>(actual: T, expected: T) -> Outcome {
    if actual == expected { Ok(()) } else { Err(format!("{actual:?}, not {expected:?}").into()) }
}

async fn check(name: &str, outcome: impl Future<Output = Outcome>) {
    let text = outcome.await.map_or_else(|failure| failure.to_string(), |()| "ok".into());
    println!("{name}: {}", text.replace('\n', " "));
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let service = connect();
    check("main_job", main_job(&service)).await;
    check("metadata", metadata(&service)).await;
    check("null", null(&service)).await;
    check("events", events(&service)).await;
    check("error", error(&service)).await;
    check("page", page(&service)).await;
}
