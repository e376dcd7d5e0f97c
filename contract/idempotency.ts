/**
 * So long the server knows what was created under an `Idempotency-Key`. Later the same request
 * creates it a second time.
 */
export const IDEMPOTENCY_KEPT_DAYS = 30
