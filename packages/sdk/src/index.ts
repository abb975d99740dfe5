export { CoralHubError } from "./call-error.ts";
export { createCoralHub, type CallOptions, type ClientOptions, type CoralHub } from "./client.ts";
export { OPERATIONS, type OperationName, type Operations } from "./contract/operations.ts";
export { readPrivateKey, type Credentials } from "./sign-request.ts";
export { verifyWebhook, webhookHeaders, WebhookRefused, type WebhookEvent } from "./verify-webhook.ts";
export type { Currency, Money } from "./contract/wire.ts";
