// `npm run shop-pictures`: draws the pictures of the demo's products. The files are kept in the repository.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumPath } from '@pharmacy-relay/shared/test/chromium.ts'
import { pictureFile } from './catalogue.ts'
import { pictures } from './pictures.ts'

/** Pixels a side. */
const SIZE = 480

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
const page = await browser.newPage()
for (const [name, svg] of pictures()) {
  const file = pictureFile(name)
  mkdirSync(path.dirname(file), { recursive: true })
  const picture = await webpOf(svg)
  writeFileSync(file, picture)
  process.stdout.write(`${path.basename(file)}  ${picture.length.toLocaleString('en')} bytes\n`)
}
await browser.close()

/** The browser's own encoder; flat colours take 2 to 5 KB. */
async function webpOf(svg: string): Promise<Buffer> {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  const encoded = await page.evaluate(
    async ({ source, size }) => {
      const image = new Image(size, size)
      image.src = source
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
      canvas.getContext('2d')?.drawImage(image, 0, 0, size, size)
      return canvas.toDataURL('image/webp', 0.85)
    },
    { source, size: SIZE },
  )
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64')
}
