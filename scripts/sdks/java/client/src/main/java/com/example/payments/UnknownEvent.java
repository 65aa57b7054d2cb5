package com.example.payments;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** An event of a type that is newer than this client. */
public record UnknownEvent(
    @JsonProperty("id") String getId,
    @JsonProperty("type") String getType,
    @JsonProperty("created") Long getCreated,
    @JsonProperty("livemode") Boolean getLivemode,
    @JsonProperty("data") Map<String, Object> getData)
    implements WebhookEvent {}
