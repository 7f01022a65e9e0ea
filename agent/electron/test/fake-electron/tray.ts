// Tray: the icon near the clock. Whether a desktop shows it, and whether it outlives a garbage collection, nobody sees here.
import { EventEmitter } from 'node:events'
import { needReady } from './control.ts'
import { FakeImage } from './images.ts'
import type { Menu } from './menu.ts'

export class Tray
  extends EventEmitter
  implements Pick<Electron.Tray, 'setToolTip' | 'isDestroyed' | 'destroy'>
{
  static readonly fakeAll: Tray[] = []
  fakeMenu: Menu | null = null
  fakeToolTip = ''
  fakeImage: FakeImage
  #isDestroyed = false

  constructor(image: FakeImage | string) {
    super()
    needReady('Tray')
    this.fakeImage = shown(image)
    Tray.fakeAll.push(this)
  }

  setToolTip(toolTip: string): void {
    this.fakeToolTip = toolTip
  }

  setContextMenu(menu: Menu | null): void {
    this.fakeMenu = menu
  }

  setImage(image: FakeImage | string): void {
    this.fakeImage = shown(image)
  }

  destroy(): void {
    this.#isDestroyed = true
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }
}

function shown(image: FakeImage | string): FakeImage {
  const picture = typeof image === 'string' ? new FakeImage(image) : image
  if (picture.isEmpty()) throw new Error(`strict: the icon of the tray is empty: ${picture.fakePath}`)
  return picture
}
