// Draws the pictures of installers out of the icon: NSIS' header and sidebar as bitmaps, the background of a macOS disk.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from '@playwright/test'

interface Picture {
  readonly file: string
  readonly width: number
  readonly height: number
  /** SVG around the icon, which is drawn 64 wide at 0,0. */
  readonly draw: (icon: string) => string
}

const NAME = 'font-family="DejaVu Sans, Arial, sans-serif" font-weight="bold"'
const GROUND = '#eef7f3'
const GREEN = '#0b7a5c'

/** Sizes of NSIS: Modern UI 2, MUI_HEADERIMAGE_BITMAP and MUI_WELCOMEFINISHPAGE_BITMAP. */
const PICTURES: readonly Picture[] = [
  {
    file: 'windows/header.bmp',
    width: 150,
    height: 57,
    draw: (icon) => `<rect width="150" height="57" fill="#ffffff"/>${placed(icon, 99, { y: 6, size: 45 })}`,
  },
  {
    file: 'windows/sidebar.bmp',
    width: 164,
    height: 314,
    draw: (icon) =>
      `<rect width="164" height="314" fill="${GROUND}"/>
       <path d="M0 236h164v78H0z" fill="${GREEN}"/>${placed(icon, 34, { y: 62, size: 96 })}
       <text x="82" y="272" text-anchor="middle" ${NAME} font-size="15" fill="#ffffff">Pharmacy Relay</text>`,
  },
  {
    file: 'mac/background.png',
    width: 540,
    height: 380,
    draw: (icon) =>
      `<rect width="540" height="380" fill="${GROUND}"/><path d="M0 320h540v60H0z" fill="${GREEN}"/>
       <path d="M238 170h44v-16l30 26-30 26v-16h-44z" fill="${GREEN}"/>${placed(icon, 20, { y: 328, size: 44 })}
       <text x="76" y="356" ${NAME} font-size="17" fill="#ffffff">Pharmacy Relay</text>`,
  },
]

/** Names of the files that were written below `folder`. */
export async function drawInstallerPictures(
  browser: Browser,
  icon: string,
  folder: string,
): Promise<string[]> {
  for (const picture of PICTURES) {
    const { file, width, height } = picture
    const page = await browser.newPage({ viewport: { width, height } })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${picture.draw(icon)}</svg>`
    await page.setContent(`<style>*{margin:0}svg{display:block}</style>${svg}`)
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    const png = await page.screenshot()
    const contents = file.endsWith('.bmp') ? bitmap(await pixels(page, png), { width, height }) : png
    await writeFile(path.join(folder, file), contents)
    await page.close()
  }
  return PICTURES.map(({ file }) => file)
}

function placed(icon: string, x: number, { y, size }: { readonly y: number; readonly size: number }): string {
  return icon.replace('<svg ', `<svg x="${x}" y="${y}" width="${size}" height="${size}" `)
}

/** Red, green, blue and opacity of each point, from the top left on; the browser reads its own PNG. */
async function pixels(page: Awaited<ReturnType<Browser['newPage']>>, png: Buffer): Promise<Buffer> {
  const text: unknown = await page.evaluate(`(async () => {
    const picture = new Image()
    picture.src = 'data:image/png;base64,${png.toString('base64')}'
    await picture.decode()
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    canvas.drawImage(picture, 0, 0)
    const { data } = canvas.getImageData(0, 0, picture.width, picture.height)
    return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))
  })()`)
  if (typeof text !== 'string') throw new Error('the browser gave no points')
  return Buffer.from(text, 'base64')
}

/** BITMAPINFOHEADER, 24 bits, rows from the bottom up and padded to four bytes: what every NSIS reads. */
function bitmap(
  rgba: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4
  const out = Buffer.alloc(54 + rowBytes * height)
  out.write('BM', 'latin1')
  out.writeUInt32LE(out.length, 2)
  out.writeUInt32LE(54, 10)
  out.writeUInt32LE(40, 14)
  out.writeInt32LE(width, 18)
  out.writeInt32LE(height, 22)
  out.writeUInt16LE(1, 26)
  out.writeUInt16LE(24, 28)
  out.writeUInt32LE(rowBytes * height, 34)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = 4 * (y * width + x)
      const to = 54 + (height - 1 - y) * rowBytes + 3 * x
      for (const channel of [0, 1, 2]) out[to + channel] = rgba.readUInt8(from + 2 - channel)
    }
  return out
}
