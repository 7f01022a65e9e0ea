// Draws the icons near the clock into agent/electron/icons: run it again after a change here, and commit the pictures.
//
//   node scripts/run.cjs scripts/build/tray-icons.ts
//
// Each level has a shape and a colour of its own, so that neither is needed to tell them apart; one set for light bars and
// one for dark ones. Electron takes `NAME@1.5x.png` and so on by itself on screens of that scale.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumPath } from '../../shared/test/chromium.ts'

const folder = path.resolve(import.meta.dirname, '../../agent/electron/icons')

/** On a grid of 16; the mark is drawn in `mark`, everything else in `fill`. */
const SHAPES = {
  ready: '<circle cx="8" cy="8" r="7" class="body"/><path d="M4.6 8.4 7 10.8 11.5 5.6" class="line"/>',
  working:
    '<rect x="1.2" y="1.2" width="13.6" height="13.6" rx="2.6" class="body"/><path d="M4 8h7.4M8.4 4.8 11.6 8 8.4 11.2" class="line"/>',
  attention:
    '<path d="M8 1.2 15.2 14.4H.8Z" class="body round"/><path d="M8 5.6v4.2" class="line"/><circle cx="8" cy="12.2" r="1.15" class="dot"/>',
  offline:
    '<path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z" class="body"/><path d="M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4" class="line"/>',
} as const
type Level = keyof typeof SHAPES

/** Against a bar of that kind each body has a contrast of at least 3:1, and each mark against its body. */
const COLOURS = {
  light: { ready: '#1a7f37', working: '#0969da', attention: '#b35900', offline: '#c2203a', mark: '#ffffff' },
  dark: { ready: '#4ac26b', working: '#6cb6ff', attention: '#f5b83d', offline: '#ff7b86', mark: '#10151c' },
} as const satisfies Record<string, Readonly<Record<Level | 'mark', string>>>
type Bar = keyof typeof COLOURS

/** What stands behind the name for each size in pixels. */
const SIZES = { 16: '', 24: '@1.5x', 32: '@2x', 48: '@3x' } as const
/** In the window's title and the task bar of Linux. */
const WINDOW_PX = 256

function drawing(level: Level, bar: Bar): string {
  const colours = COLOURS[bar]
  const style = `.body{fill:${colours[level]}}.round{stroke:${colours[level]};stroke-width:1.2;stroke-linejoin:round}.line{fill:none;stroke:${colours.mark};stroke-width:2;stroke-linecap:round;stroke-linejoin:round}.dot{fill:${colours.mark}}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><style>${style}</style>${SHAPES[level]}</svg>`
}

async function draw(page: Page, svg: string, px: number): Promise<Buffer> {
  await page.setViewportSize({ width: px, height: px })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${px}px;height:${px}px}</style>${svg}`)
  return page.screenshot({ omitBackground: true, type: 'png' })
}

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
const page = await browser.newPage()
let count = 0
const keep = async (name: string, svg: string, px: number): Promise<void> => {
  await writeFile(path.join(folder, name), await draw(page, svg, px))
  count += 1
}
for (const bar of ['light', 'dark'] as const) {
  await mkdir(path.join(folder, bar), { recursive: true })
  for (const level of ['ready', 'working', 'attention', 'offline'] as const) {
    for (const [px, suffix] of Object.entries(SIZES))
      await keep(`${bar}/${level}${suffix}.png`, drawing(level, bar), Number(px))
  }
}
await keep('window.png', drawing('ready', 'light'), WINDOW_PX)
await browser.close()
console.log(`${path.relative(process.cwd(), folder)}: ${count} pictures`)
