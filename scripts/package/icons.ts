// `npm run icons`: draws build/icon.svg in every size that installers ask for, and their pictures. The files are kept in
// the repository.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { chromiumPath } from '../../shared/test/chromium.ts'
import { repository } from '../command.ts'
import { drawInstallerPictures } from './installer-pictures.ts'

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const
type Size = (typeof SIZES)[number]
type Pictures = ReadonlyMap<Size, Buffer>

const ICO_SIZES: readonly Size[] = [16, 24, 32, 48, 64, 128, 256]
/** Apple's names of PNG entries by their edge in pixels. */
const ICNS_TYPES: readonly (readonly [type: string, size: Size])[] = [
  ...([
    ['ic07', 128],
    ['ic08', 256],
    ['ic09', 512],
    ['ic10', 1024],
  ] as const),
]

async function drawn(browser: Browser, svg: string): Promise<Pictures> {
  const pictures = new Map<Size, Buffer>()
  for (const size of SIZES) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px}</style>${svg}`)
    pictures.set(size, await page.screenshot({ omitBackground: true }))
    await page.close()
  }
  return pictures
}

/** Windows' icon file: a directory of 16 bytes an entry, then the PNGs. A size of 256 is written as 0. */
function ico(pictures: Pictures): Buffer {
  const entries = ICO_SIZES.map((size) => ({ size, png: pictureOf(pictures, size) }))
  const head = Buffer.alloc(6 + 16 * entries.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(entries.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of entries.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...entries.map(({ png }) => png)])
}

/** macOS' icon file: `icns`, its length, then type, length and PNG of each entry. Lengths count their own eight bytes. */
function icns(pictures: Pictures): Buffer {
  const entries = ICNS_TYPES.map(([type, size]) => {
    const png = pictureOf(pictures, size)
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(png.length + 8, 4)
    return Buffer.concat([head, png])
  })
  const body = Buffer.concat(entries)
  const head = Buffer.alloc(8)
  head.write('icns', 'latin1')
  head.writeUInt32BE(body.length + 8, 4)
  return Buffer.concat([head, body])
}

function pictureOf(pictures: Pictures, size: Size): Buffer {
  const picture = pictures.get(size)
  if (picture === undefined) throw new Error(`no picture of ${size} px was drawn`)
  return picture
}

async function draw(build: string): Promise<string[]> {
  const svg = await readFile(path.join(build, 'icon.svg'), 'utf8')
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  try {
    const pictures = await drawn(browser, svg)
    await mkdir(path.join(build, 'icons'), { recursive: true })
    for (const [size, png] of pictures)
      if (size <= 512) await writeFile(path.join(build, `icons/${size}x${size}.png`), png)
    await writeFile(path.join(build, 'icon.ico'), ico(pictures))
    await writeFile(path.join(build, 'icon.icns'), icns(pictures))
    return ['icons', 'icon.ico', 'icon.icns', ...(await drawInstallerPictures(browser, svg, build))]
  } finally {
    await browser.close()
  }
}

const files = await draw(path.join(repository, 'build'))
console.log(`build: ${files.join(', ')}`)
