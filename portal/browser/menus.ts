// Menus made of <details>: close on Escape and on a click elsewhere.

export function closeMenusOnLeave(): void {
  document.addEventListener('click', (event) => {
    for (const menu of openMenus()) {
      if (!(event.target instanceof Node) || !menu.contains(event.target)) menu.open = false
    }
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of openMenus()) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
}

function openMenus(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')
}
