// What a browser says of itself, as its owner would call it. It decides nothing: anybody can say
// anything, so it is only shown beside a sign-in.

// The first that is found: most browsers name others as well.
const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]
/** More than any browser says; a longer text is not looked through. */
const HEADER_MAX = 1_000

/** "Firefox on Linux"; what is known of the two, and nothing where neither is. */
export function userAgentName(header: string | undefined): string {
  const text = (header ?? '').slice(0, HEADER_MAX)
  const found = [BROWSERS, SYSTEMS].map((all) => all.find(([, sign]) => sign.test(text))?.[0])
  return found.filter((name) => name !== undefined).join(' on ')
}
