import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { accentStyle } from '../../contract/accent.ts'
import { COMMUNITY_PAGES, type CommunityPage } from '../../contract/community-branding.ts'
import { COMMUNITY_DEFAULTS, type CommunitySettings } from '../../contract/community-settings.ts'
import { escapeHtml } from '../platform/html.ts'
import type { WrittenFile } from '../platform/http/client-files.ts'
import { compress, type Encoding, encodingFor } from '../platform/http/compress.ts'
import { presentBranding } from './present.ts'
import type { CommunityReader } from './settings.ts'

// The client's page and its manifest as this community has them. The build draws them for Snug;
// where the name, the line under it, the picture and the colours stand, those of the community are
// written in, so that the first paint shows them already. Whatever is written in is text: never
// markup.

const PAGE_TYPE = 'text/html; charset=utf-8'
const MANIFEST_TYPE = 'application/manifest+json; charset=utf-8'

export function communityFiles(folder: string, community: CommunityReader) {
  let latest = COMMUNITY_DEFAULTS
  // While the database is away the page opens all the same, as it was.
  async function settings() {
    latest = await community.read().catch(() => latest)
    return latest
  }
  const page = written(join(folder, 'index.html'), PAGE_TYPE, writePage)
  const manifest = written(join(folder, 'manifest.webmanifest'), MANIFEST_TYPE, writeManifest)
  const readPage = async () => page(await settings())
  return {
    '/': readPage,
    '/index.html': readPage,
    '/manifest.webmanifest': async () => manifest(await settings()),
  }
}

function written(
  path: string,
  type: string,
  write: (source: string, settings: CommunitySettings) => string,
) {
  let last: { settings: CommunitySettings; builtAt: number; file: WrittenFile } | undefined
  return (settings: CommunitySettings): WrittenFile => {
    // None for the moment in which an update changes the folders.
    const builtAt = statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? last?.builtAt ?? 0
    if (last?.settings === settings && last.builtAt === builtAt) return last.file
    const source = readFileSync(path, 'utf8')
    last = { settings, builtAt, file: fileOf(Buffer.from(write(source, settings)), type) }
    return last.file
  }
}

function fileOf(body: Buffer, type: string): WrittenFile {
  const forms = new Map<Encoding, ReturnType<typeof compress>>()
  return {
    type,
    etag: `W/"${hash('sha1', body, 'base64url')}"`,
    async form(accepted) {
      const encoding = encodingFor(accepted, body)
      if (!encoding) return { body, headers: {} }
      const packed = forms.get(encoding) ?? compress(body, encoding)
      forms.set(encoding, packed)
      return { body: (await packed).body, headers: { 'content-encoding': encoding } }
    },
  }
}

function writePage(html: string, settings: CommunitySettings): string {
  const branding = presentBranding(settings)
  const { name, tagline, accent, logo, pages } = branding
  const [icon, plate] = [logo && escapeHtml(logo), logo && escapeHtml(atWidth(logo, PLATE_WIDTH))]
  // Nothing in it ends the element, whatever the texts hold.
  const json = JSON.stringify(branding).replaceAll('<', '\\u003c')
  const style = accent && `<style id="accent">${accentStyle(accent)}</style>`
  const description = escapeHtml(tagline ? `${name}: ${tagline}` : name)
  let page = html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(name)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start) => start + description)
    .replace('</head>', (end) =>
      [`<script type="application/json" id="community">${json}</script>`, style, end].join(''),
    )
    .replaceAll(/(data-community="name"[^>]*>)[^<]*/g, (_, start) => start + escapeHtml(name))
    .replaceAll(/(data-community="tagline"[^>]*>)[^<]*/g, (_, start) => start + escapeHtml(tagline))
  page = page.replaceAll(
    /(<nav data-community="pages"[^>]*>)(<a .*?<\/a>)<\/nav>/gs,
    (_, start, item) => `${start}${pages.map((each) => pageLink(item, each)).join('')}</nav>`,
  )
  if (icon)
    page = page
      .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${icon}">`)
      .replace(/(<link rel="apple-touch-icon" href=")[^"]*/, (_, start) => start + plate)
      .replaceAll(
        /<svg data-community="mark"[^>]*class="([^"]*)"[^>]*>.*?<\/svg>/gs,
        (_, classes) => `<img src="${icon}" alt="" class="${classes} rounded-[25%]">`,
      )
  return page
}

function pageLink(drawn: string, page: CommunityPage): string {
  const { name, path } = COMMUNITY_PAGES[page]
  return drawn.replace(/href="[^"]*"/, `href="${path}"`).replace(/>[^<]*<\/a>/, `>${name}</a>`)
}

function writeManifest(json: string, settings: CommunitySettings): string {
  const { name, tagline, logo } = presentBranding(settings)
  const manifest: Record<string, unknown> = JSON.parse(json)
  const icon = (logo: string, size: number, purpose = 'any') => ({
    src: atWidth(logo, size),
    ...{ sizes: `${size}x${size}`, type: 'image/webp', purpose },
  })
  return JSON.stringify({
    ...manifest,
    ...{ name, short_name: name, description: tagline },
    ...(logo && {
      icons: [icon(logo, 192), icon(logo, 512), icon(logo, PLATE_WIDTH, 'maskable')],
    }),
  })
}

/** In this one the logo stands on paper, with a margin. */
const PLATE_WIDTH = 640

function atWidth(logo: string, width: number): string {
  return logo.replace(/\d+\.webp$/, `${width}.webp`)
}
