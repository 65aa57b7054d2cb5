//! What a stranger does with the client that progenitor makes.
use std::collections::HashSet;
use std::env::var;
use std::error::Error as StdError;
use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

progenitor::generate_api!(spec = "../contract.json", interface = Builder);

use types::*;

type Outcome = Result<(), Box<dyn StdError>>;

fn connect() -> Client {
    let mut headers = reqwest::header::HeaderMap::new();
    let authorization = format!("Bearer {}", var("PAYMENTS_API_KEY").unwrap());
    headers.insert("Authorization", authorization.parse().unwrap());
    headers.insert("Service-Version", var("PAYMENTS_VERSION").unwrap().parse().unwrap());
    let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
    Client::new_with_client(&var("PAYMENTS_BASE_URL").unwrap(), http)
}

fn key() -> String {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
    format!("trial-{now}-{}", MADE.fetch_add(1, Ordering::Relaxed))
}

fn order() -> types::builder::CreatePaymentLinkRequest {
    CreatePaymentLinkRequest::builder().amount("1500.50").currency(LinkCurrency::Mxnb).description("Order 1042")
}

async fn main_job(client: &Client) -> Outcome {
    let body = order().accepted_methods(vec!["SPEI".parse()?]);
    let link = client.create_payment_link().idempotency_key(key()).body(body).send().await?;
    same(link.amount.as_str(), "1500.50000000")?;
    let again = client.get_payment_link().code(link.code.as_str()).send().await?;
    same(again.status, PaymentLinkStatus::Active)?;
    same(again.paid_at, None)?;
    same(again.methods[0].quote_status.as_str(), "native")
}

async fn metadata(client: &Client) -> Outcome {
    let batch = vec!["batch:250".parse()?];
    let found = client.list_payment_links().metadata_pairs(batch.clone()).limit(100).send().await?;
    same(found.data.len(), 100)?;
    let both = vec!["batch:250".parse()?, "shop:north".parse()?];
    same(client.list_payment_links().metadata_pairs(both).send().await?.data.len(), 0)
}

async fn null(client: &Client) -> Outcome {
    let body = order().return_url(Some("https://shop.example/done".parse()?));
    let link = client.create_payment_link().idempotency_key(key()).body(body).send().await?;
    let change = UpdatePaymentLinkRequest::builder().return_url(None);
    let code = link.code.as_str();
    let changed = client.update_payment_link().code(code).idempotency_key(key()).body(change).send().await?;
    same(changed.return_url.is_none(), true)
}

async fn events(client: &Client) -> Outcome {
    let listed = client.list_events().type_(WebhookEventName::PaymentLinkPaid).send().await?;
    match listed.data.first() {
        Some(WebhookEvent::PaymentLinkPaidEvent(event)) => same(event.data.amount.as_str(), "1500.50000000"),
        other => Err(format!("unexpected: {other:?}").into()),
    }
}

async fn error(client: &Client) -> Outcome {
    match client.get_payment_link().code("PL-0000-0000-0000").send().await {
        Err(Error::ErrorResponse(raised)) => {
            same(raised.error.code.as_str(), ErrorCode::PaymentLinkNotFound.to_string().as_str())
        }
        other => Err(format!("unexpected: {other:?}").into()),
    }
}

async fn page(client: &Client) -> Outcome {
    let first = client.list_payment_links().limit(2).send().await?;
    let cursor = first.next_cursor.clone().ok_or("there is no second page")?;
    let second = client.list_payment_links().limit(2).cursor(cursor.as_str()).send().await?;
    let codes: HashSet<_> = first.data.iter().chain(&second.data).map(|link| link.code.to_string()).collect();
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
    let client = connect();
    check("main_job", main_job(&client)).await;
    check("metadata", metadata(&client)).await;
    check("null", null(&client)).await;
    check("events", events(&client)).await;
    check("error", error(&client)).await;
    check("page", page(&client)).await;
}
