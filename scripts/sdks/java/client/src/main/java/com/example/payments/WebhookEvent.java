package com.example.payments;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * What happened: a {@link com.example.payments.model.PaymentLinkPaidEvent} or another of its package, or an {@link
 * UnknownEvent} of a type that is newer than this client. An event can arrive more than once: remember the ids of those
 * that you have handled.
 */
@JsonTypeInfo(
    use = JsonTypeInfo.Id.NAME,
    include = JsonTypeInfo.As.EXISTING_PROPERTY,
    property = "type",
    visible = true,
    defaultImpl = UnknownEvent.class)
public interface WebhookEvent {
  String getId();

  String getType();

  /** When it happened, in Unix seconds. */
  Long getCreated();

  /** True in the live environment, false in the test environment. */
  Boolean getLivemode();
}
