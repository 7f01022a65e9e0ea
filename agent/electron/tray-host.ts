// Puts up what tray-menu.ts decided: the icon near the clock, its tooltip and its menu; again only where it changed.
import path from 'node:path'
import { Menu, nativeImage, nativeTheme, Tray, type MenuItemConstructorOptions } from 'electron'
import type { TrayAct, TrayItem, TrayView } from './tray-menu.ts'

export interface TrayHostParts {
  readonly icons: string
  readonly platform: NodeJS.Platform
  readonly onAct: (act: TrayAct) => void
  /** The icon itself was clicked. */
  readonly onClick: () => void
}

export class TrayHost {
  readonly #parts: TrayHostParts
  readonly #tray: Tray
  #shown: TrayView
  #icon: string

  /** After `ready`. */
  constructor(parts: TrayHostParts, view: TrayView) {
    this.#parts = parts
    this.#shown = view
    this.#icon = this.#iconOf(view)
    this.#tray = new Tray(nativeImage.createFromPath(this.#icon))
    this.#tray.setToolTip(view.toolTip)
    this.#setMenu(view)
    // On macOS a click opens the menu.
    if (parts.platform !== 'darwin') this.#tray.on('click', parts.onClick)
    nativeTheme.on('updated', () => this.#setIcon())
  }

  show(view: TrayView): void {
    const before = this.#shown
    this.#shown = view
    this.#setIcon()
    if (view.toolTip !== before.toolTip) this.#tray.setToolTip(view.toolTip)
    // A menu that is open is closed by a new one.
    if (JSON.stringify(view.items) !== JSON.stringify(before.items)) this.#setMenu(view)
  }

  #setIcon(): void {
    const icon = this.#iconOf(this.#shown)
    if (icon === this.#icon) return
    this.#icon = icon
    this.#tray.setImage(nativeImage.createFromPath(icon))
  }

  /** Electron takes the file beside it, `@1.5x` and so on, that fits the screen. */
  #iconOf({ icon }: TrayView): string {
    return path.join(this.#parts.icons, this.#isBarDark() ? 'dark' : 'light', `${icon}.png`)
  }

  /** Nobody tells on Linux; the bars of its common desktops are dark. */
  #isBarDark(): boolean {
    return this.#parts.platform === 'linux' || nativeTheme.shouldUseDarkColorsForSystemIntegratedUI
  }

  #setMenu({ items }: TrayView): void {
    this.#tray.setContextMenu(Menu.buildFromTemplate(items.map((item) => this.#template(item))))
  }

  #template(item: TrayItem): MenuItemConstructorOptions {
    if (item === 'separator') return { type: 'separator' }
    const { id } = item
    // A single one underlines the next letter.
    const label = item.label.replaceAll('&', '&&')
    if ('items' in item) return { id, label, submenu: item.items.map((inner) => this.#template(inner)) }
    const { act } = item
    if (act === null) return { id, label, enabled: false }
    return { id, label, click: () => this.#parts.onAct(act) }
  }
}
