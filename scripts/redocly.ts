/** For Redocly's command line: it calls nobody, neither to count us nor to ask for a newer one. */
export const redoclyEnvironment = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}
