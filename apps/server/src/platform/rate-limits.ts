/** Counted in PostgreSQL, so that any number of processes share one limit. */
export type RateLimits = {
  take(key: string, limit: number, windowSeconds: number): Promise<{ allowed: true } | { allowed: false; retryAfterSeconds: number }>;
};
