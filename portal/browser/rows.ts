// A click anywhere in a row opens its link, as the link itself would; selecting text does not.

export function openRowsOnClick(): void {
  document.addEventListener('click', (event) => {
    if (
      !(event.target instanceof Element) ||
      event.target.closest('a, button, input, select, label') !== null
    )
      return
    const link = event.target.closest('[data-row-link]')?.querySelector<HTMLAnchorElement>('a[href]')
    if (link === null || link === undefined || getSelection()?.isCollapsed === false) return
    if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener')
    else link.click()
  })
}
