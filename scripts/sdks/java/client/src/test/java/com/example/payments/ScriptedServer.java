package com.example.payments;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Gives the responses that a test has listed, in their order. */
final class ScriptedServer implements AutoCloseable {
  record Request(String path, Headers headers, Instant at) {
    String header(String name) {
      return headers.getFirst(name);
    }
  }

  private interface Answer {
    void send(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
  private final Queue<Answer> answers = new ArrayDeque<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  ScriptedServer() throws IOException {
    server.createContext("/", this::handle);
    server.start();
  }

  ScriptedServer willAnswer(int status, String body, String retryAfter) {
    answers.add(
        exchange -> {
          if (!retryAfter.isEmpty()) exchange.getResponseHeaders().set("Retry-After", retryAfter);
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    return this;
  }

  /** The headers arrive, the body does not. */
  void willStall() {
    answers.add(exchange -> exchange.sendResponseHeaders(200, 10));
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Request> requests() {
    return requests;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    requests.add(new Request(exchange.getRequestURI().getPath(), exchange.getRequestHeaders(), Instant.now()));
    answers.remove().send(exchange);
  }
}
