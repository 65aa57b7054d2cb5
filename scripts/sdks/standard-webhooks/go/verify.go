// Reads cases as JSON, and writes for each why the library refuses its delivery; null if it does not.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type delivery struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

func main() {
	var cases []delivery
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		log.Fatal(err)
	}
	verdicts := make([]*string, len(cases))
	for i, each := range cases {
		verdicts[i] = verdict(each)
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		log.Fatal(err)
	}
}

func verdict(given delivery) *string {
	webhook, err := standardwebhooks.NewWebhook(given.Secret)
	if err != nil {
		log.Fatal(err)
	}
	headers := http.Header{}
	for name, value := range given.Headers {
		headers.Set(name, value)
	}
	if err := webhook.Verify([]byte(given.Body), headers); err != nil {
		reason := err.Error()
		return &reason
	}
	return nil
}
