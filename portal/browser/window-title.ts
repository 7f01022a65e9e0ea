// The title of the window follows the region that names it: what the page shows may be renamed while it is open.

export function takeTitle(root: ParentNode): void {
  const title = root instanceof HTMLElement ? root.dataset['title'] : undefined
  if (title !== undefined) document.title = title
}
