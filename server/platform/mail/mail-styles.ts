// Snug's warm paper and one ember accent, in colours that keep 4.5:1 on what they stand on.

const SANS = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const SERIF = "Georgia, 'Iowan Old Style', 'Times New Roman', serif"

const PAPER = '#f6efe3'
const SHEET = '#fffdf9'
const LINE = '#eadfce'
const INK = '#2f2721'
const QUIET = '#6f6257'
export const EMBER = '#b1471c'

/** Inline styles, each for one part of a mail. */
export const STYLES = {
  body: `margin:0;padding:0;background:${PAPER}`,
  preheader:
    'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;opacity:0',
  paper: `background:${PAPER}`,
  column: 'width:100%;max-width:520px',
  name: `padding:0 4px 18px;font:italic 600 26px/1.2 ${SERIF};color:${EMBER}`,
  sheet: `padding:36px 40px 32px;background:${SHEET};border:1px solid ${LINE};border-radius:18px`,
  greeting: `margin:0 0 18px;font:500 23px/1.35 ${SERIF};color:${INK};overflow-wrap:anywhere`,
  paragraph: `margin:0 0 14px;font:16px/1.6 ${SANS};color:${INK};overflow-wrap:anywhere`,
  buttonCell: `border-radius:12px;background:${EMBER}`,
  button: `display:inline-block;padding:14px 26px;border-radius:12px;background:${EMBER};font:600 16px/1.25 ${SANS};color:#ffffff;text-decoration:none`,
  bareLink: `margin:0 0 4px;font:14px/1.6 ${SANS};color:${QUIET}`,
  link: `color:${EMBER};text-decoration:underline;word-break:break-all`,
  closing: `margin:26px 0 0;padding:20px 0 0;border-top:1px solid ${LINE};font:14px/1.6 ${SANS};color:${QUIET}`,
  footer: `padding:20px 4px 0;font:13px/1.5 ${SANS};color:${QUIET}`,
}

/** Lamplight, for programs that tell a mail about dark mode; and less margin on a phone. */
export const DARK_STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.paper { background: #1b1613 !important }
.sheet { background: #26201b !important; border-color: #3a3029 !important }
.ink { color: #f1e7da !important }
.quiet { color: #b8a999 !important }
.rule { border-color: #3a3029 !important }
.ember { color: #f0a273 !important }
.button { background: #f0a273 !important; color: #2a1508 !important }
}
@media (max-width: 480px) {
.margin { padding: 24px 12px !important }
.sheet { padding: 28px 22px 26px !important }
}
`
