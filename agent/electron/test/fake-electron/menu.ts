// Menu: built from a template, clicked by tests.
/** The part of Electron's that the tray uses. */
export interface MenuItemConstructorOptions extends Pick<
  Electron.MenuItemConstructorOptions,
  'id' | 'label' | 'enabled' | 'type' | 'role'
> {
  submenu?: MenuItemConstructorOptions[]
  click?: () => void
}

export class FakeMenuItem {
  readonly id: string
  readonly label: string
  readonly enabled: boolean
  readonly type: string
  readonly submenu: Menu | null
  readonly click: () => void

  constructor(template: MenuItemConstructorOptions) {
    const { id = '', label = '', enabled = true, type, role, submenu, click } = template
    if (label === '' && role === undefined && type !== 'separator')
      throw new Error('Invalid submenu entry: a menu item needs a label, a role or to be a separator')
    this.id = id
    this.label = label
    this.enabled = enabled
    this.submenu = submenu === undefined ? null : Menu.buildFromTemplate(submenu)
    this.type = type ?? (this.submenu === null ? 'normal' : 'submenu')
    this.click = () => {
      if (enabled) click?.()
    }
  }
}

export class Menu {
  readonly items: readonly FakeMenuItem[]

  constructor(items: readonly FakeMenuItem[] = []) {
    this.items = items
  }

  static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    return new Menu(template.map((item) => new FakeMenuItem(item)))
  }

  static setApplicationMenu(_menu: Menu | null): void {
    // Nothing shows it here.
  }

  getMenuItemById(id: string): FakeMenuItem | null {
    const all = this.items.flatMap((item) => [item, ...(item.submenu?.items ?? [])])
    return all.find((item) => item.id === id) ?? null
  }
}
