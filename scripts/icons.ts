// Draws the icons of the installed app from the mark: `node scripts/icons.ts`, whenever that
// changes.
import { join } from 'node:path'
import sharp from 'sharp'

const PUBLIC = join(import.meta.dirname, '../web/public')
const PAPER = '#f7f0e4'
/** A maskable icon may be cut to a circle of four fifths of its width. */
const ICONS = [
  { file: 'icon-192.png', size: 192, mark: 1, background: 'transparent' },
  { file: 'icon-512.png', size: 512, mark: 1, background: 'transparent' },
  { file: 'icon-maskable-512.png', size: 512, mark: 0.56, background: PAPER },
  { file: 'apple-touch-icon.png', size: 180, mark: 0.72, background: PAPER },
]

for (const { file, size, mark, background } of ICONS) {
  const width = Math.round(size * mark)
  const drawing = await sharp(join(PUBLIC, 'favicon.svg'), { density: (72 * width) / 32 })
    .resize(width)
    .png()
    .toBuffer()
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawing, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(PUBLIC, file))
}
