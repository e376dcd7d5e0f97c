/** For Redocly's command line: it calls nobody, neither to count us nor to ask for a newer one. */
export const REDOCLY_STAYS_HERE = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}
