import sharp from 'sharp'

/** A small picture made by code, in one colour. */
export function testImage(
  format: 'jpeg' | 'png' | 'webp' = 'png',
  size: { width: number; height: number } = { width: 64, height: 48 },
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: '#c96442' } })
    .toFormat(format)
    .toBuffer()
}

/** A form as a browser sends it. */
export function form(
  fields: Record<string, string>,
  file?: { name: string; filename: string; bytes: Buffer },
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  if (file) body.append(file.name, new Blob([new Uint8Array(file.bytes)]), file.filename)
  return body
}
