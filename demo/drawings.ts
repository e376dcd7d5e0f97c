import sharp from 'sharp'

// Pictures drawn by code, so that the sample community has some and nobody's rights are touched.

const WIDTH = 1200
const HEIGHT = 800

type Draw = () => string

const sky = (top: string, bottom: string) =>
  `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>` +
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>`
const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const box = (x: number, y: number, w: number, h: number, fill: string, rx = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" fill="${fill}"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, color: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`
const many = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** Always the same number from 0 to 1 for the same index. */
function scatter(index: number, salt: number): number {
  const wave = Math.sin(index * 12.9898 + salt * 78.233) * 43_758.5453
  return wave - Math.floor(wave)
}

const lamp = (index: number): [number, number] => [30 + index * 95, 300 + Math.sin(index) * 34]

function pot(x: number, y: number): string {
  return (
    shape(`M${x - 80} ${y}h160l-24 150h-112z`, '#b5651d') +
    box(x - 95, y - 25, 190, 40, '#c9753a', 8)
  )
}

function leaves(x: number, y: number, color: string): string {
  return many(7, (index) => {
    const angle = -75 + index * 25
    return `<ellipse cx="${x}" cy="${y - 110}" rx="26" ry="105" fill="${color}" opacity="${0.75 + (index % 3) * 0.1}" transform="rotate(${angle} ${x} ${y})"/>`
  })
}

const SCENES = {
  tea: () =>
    sky('#f3d9b1', '#e8b98a') +
    box(0, 560, WIDTH, 240, '#8b5e3c') +
    line('M520 270q-40-60 0-110t0-100M640 270q-40-60 0-110t0-100', '#fff8', 18) +
    shape('M400 320h400l-50 230q-150 60-300 0z', '#f8f4ec') +
    line('M790 360q130 10 90 100t-130 50', '#f8f4ec', 32) +
    `<ellipse cx="600" cy="322" rx="200" ry="36" fill="#a0522d"/>`,
  plant: () =>
    sky('#dff3e4', '#b9dcc3') +
    box(0, 610, WIDTH, 190, '#efe6d5') +
    [300, 600, 900]
      .map(
        (x, index) => leaves(x, 470, ['#3a7d44', '#588157', '#6a994e'][index] ?? '') + pot(x, 470),
      )
      .join(''),
  bread: () =>
    sky('#fbe9d0', '#f0cfa3') +
    `<ellipse cx="600" cy="610" rx="420" ry="70" fill="#7a4a2155"/>` +
    shape('M220 590q-20-300 380-320t380 320q-380 90-760 0z', '#b8732f') +
    shape('M260 560q10-240 340-260t340 260q-340 70-680 0z', '#d08c45') +
    line('M420 400l90 110M560 350l110 150M720 370l90 120', '#f3d6a4', 26),
  lake: () =>
    sky('#ffb88a', '#ffe3c2') +
    disc(820, 330, 90, '#fff1cf') +
    shape('M0 430q180-170 360-40t330-60 510 100v80h-1200z', '#557a95') +
    box(0, 460, WIDTH, 340, '#7fa9c0') +
    many(14, (index) =>
      line(
        `M${scatter(index, 1) * 1000} ${500 + index * 20}h${80 + scatter(index, 2) * 160}`,
        '#fff5',
        5,
      ),
    ) +
    disc(420, 590, 22, '#33424f') +
    disc(480, 604, 15, '#6b4b2f'),
  night: () =>
    sky('#0b1026', '#3c3b6e') +
    many(140, (index) =>
      disc(scatter(index, 3) * WIDTH, scatter(index, 4) * 560, 1 + scatter(index, 5) * 3, '#fff'),
    ) +
    disc(930, 190, 70, '#f5efd5') +
    disc(960, 175, 62, '#1a1f45') +
    many(8, (index) =>
      shape(
        `M${index * 160 - 20} 800v-${130 + scatter(index, 6) * 110}l85-60 85 60v400z`,
        '#11142b',
      ),
    ) +
    many(6, (index) => box(60 + index * 190, 700, 28, 34, '#ffd97d')),
  hills: () =>
    sky('#ffd7a8', '#fff3df') +
    disc(300, 210, 80, '#ff9f6b') +
    ['#a3b18a', '#7f9f6f', '#588157', '#3a5a40']
      .map((color, index) =>
        shape(`M0 ${400 + index * 95}q300-${170 - index * 20} 600 0t600-20v500h-1200z`, color),
      )
      .join('') +
    box(820, 640, 130, 14, '#6b4226') +
    box(835, 654, 12, 40, '#6b4226') +
    box(923, 654, 12, 40, '#6b4226'),
  badger: () =>
    sky('#e6efe9', '#cfdcd2') +
    shape('M380 800q-20-330 220-340t220 340z', '#b45f3c') +
    line('M600 470v330', '#8f4527', 8) +
    `<ellipse cx="600" cy="330" rx="150" ry="170" fill="#f4f1ea"/>` +
    shape('M500 190q40 130 20 290q-90-60-70-190z', '#3b3b3b') +
    shape('M700 190q-40 130-20 290q90-60 70-190z', '#3b3b3b') +
    disc(512, 330, 10, '#fff') +
    disc(688, 330, 10, '#fff') +
    `<ellipse cx="600" cy="440" rx="30" ry="22" fill="#222"/>` +
    line('M570 478q30 24 60 0', '#222', 6) +
    box(800, 620, 180, 120, '#6f4e37', 12) +
    line('M850 620q40-50 80 0', '#4a3223', 12),
  stairs: () =>
    sky('#f7d9a3', '#f2e3c6') +
    box(0, 0, 330, HEIGHT, '#d79b56') +
    box(870, 0, 330, HEIGHT, '#c9814b') +
    many(9, (index) =>
      box(
        330 + index * 12,
        720 - index * 75,
        540 - index * 24,
        80,
        index % 2 ? '#a8a29a' : '#bdb7ae',
      ),
    ) +
    box(110, 180, 110, 170, '#5b7f95', 50) +
    box(980, 260, 110, 170, '#5b7f95', 50),
  flower: () =>
    sky('#e7f5d0', '#bfe3b4') +
    line('M600 800q-40-180 0-330', '#4f772d', 26) +
    many(
      12,
      (index) =>
        `<ellipse cx="600" cy="240" rx="52" ry="150" fill="${index % 2 ? '#fb8500' : '#ffa62b'}" transform="rotate(${index * 30} 600 390)"/>`,
    ) +
    disc(600, 390, 80, '#5f3712') +
    many(20, (index) =>
      disc(600 + Math.cos(index) * 50, 390 + Math.sin(index * 2) * 50, 7, '#8a5a20'),
    ),
  window: () =>
    sky('#59483f', '#3e322c') +
    box(330, 110, 540, 560, '#f6c667') +
    shape('M330 670l250-560h290v200l-200 360z', '#ffe29a') +
    line('M600 110v560M330 390h540', '#3a2c25', 22) +
    box(290, 670, 620, 40, '#8a6a55') +
    pot(450, 560) +
    leaves(450, 560, '#46624a'),
  square: () =>
    sky('#30416b', '#f2a07b') +
    many(6, (index) =>
      shape(
        `M${index * 200} 800v-${330 + scatter(index, 7) * 150}l100-90 100 90v600z`,
        ['#8d5a4a', '#a66f53', '#70504a'][index % 3] ?? '',
      ),
    ) +
    line(
      `M${Array.from({ length: 13 }, (_, index) => lamp(index).join(' ')).join('L')}`,
      '#2b2b2b',
      4,
    ) +
    many(13, (index) => disc(...lamp(index), 13, '#ffe08a')) +
    box(0, 690, WIDTH, 110, '#55504f') +
    box(460, 610, 280, 90, '#f2c230', 30) +
    disc(530, 705, 34, '#222') +
    disc(680, 705, 34, '#222'),
} satisfies Record<string, Draw>

type Scene = keyof typeof SCENES
export const SCENE_NAMES = Object.keys(SCENES) as Scene[]

/** PNG bytes, 1200 by 800. */
export function drawScene(scene: Scene): Promise<Buffer> {
  return toPng(SCENES[scene](), WIDTH, HEIGHT)
}

interface Portrait {
  background: string
  skin: string
  hair: string
  shirt: string
  style: HairStyle
}

/** What of the hair lies behind the head. */
const HAIR = {
  short: (hair: string) => disc(240, 190, 98, hair),
  round: (hair: string) => disc(240, 205, 122, hair),
  long: (hair: string) => box(128, 110, 224, 300, hair, 110),
  bun: (hair: string) => disc(240, 96, 48, hair) + disc(240, 195, 102, hair),
}
type HairStyle = keyof typeof HAIR
export const HAIR_STYLES = Object.keys(HAIR) as HairStyle[]

/** PNG bytes, square. */
export function drawPortrait({ background, skin, hair, shirt, style }: Portrait): Promise<Buffer> {
  const drawing =
    box(0, 0, 480, 480, background) +
    HAIR[style](hair) +
    shape('M90 480q10-150 150-150t150 150z', shirt) +
    box(205, 290, 70, 70, skin, 30) +
    `<ellipse cx="240" cy="225" rx="86" ry="100" fill="${skin}"/>` +
    shape('M150 200q20-100 90-95t92 95q-60-50-92-48t-90 48z', hair) +
    disc(210, 235, 8, '#2b2b2b') +
    disc(270, 235, 8, '#2b2b2b') +
    line('M212 275q28 24 56 0', '#8a3b2e', 7)
  return toPng(drawing, 480, 480)
}

function toPng(drawing: string, width: number, height: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawing}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
