const SIDE_MAX = 1024
const QUALITY = 0.9

/** A part of a picture, in the picture's own pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/**
 * That part as a file of its own, `sideMax` pixels at most to its longer side. Null where the
 * browser cannot.
 */
export async function cropImage(
  image: HTMLImageElement,
  { x, y, width, height }: Area,
  sideMax = SIDE_MAX,
): Promise<File | null> {
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, sideMax / Math.max(width, height))
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const webp = await encode(canvas, 'image/webp')
  // Where WebP cannot be written, the browser gives a PNG, which is far larger than need be.
  if (webp?.type === 'image/webp') return new File([webp], 'photo.webp', { type: webp.type })
  // JPEG knows no transparency: what is clear would turn black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const jpeg = await encode(canvas, 'image/jpeg')
  return jpeg && new File([jpeg], 'photo.jpg', { type: 'image/jpeg' })
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}
