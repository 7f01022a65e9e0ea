// The few icons of the portal as inline SVG: decoration only, hidden from screen readers.

const PATH_BY_ICON = {
  alert: 'M12 9v4M12 16v.01M5 19h14a2 2 0 0 0 1.8-2.9L13.7 4a2 2 0 0 0-3.5 0L3.2 16.1A2 2 0 0 0 5 19',
  check: 'M5 12l5 5L20 7',
  chevronDown: 'M6 9l6 6 6-6',
  chevronLeft: 'M15 6l-6 6 6 6',
  chevronRight: 'M9 6l6 6-6 6',
  clock: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3 3',
  computer: 'M3 5h18v11H3zM8 20h8M10 16v4M14 16v4',
  copy: 'M8 8h11v12H8zM16 8V4H5v12h3',
  display: 'M4 8h9M17 8h3M4 16h3M11 16h9M13 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 16a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  edit: 'M4 20h4L18.5 9.5a2.8 2.8 0 0 0-4-4L4 16v4M13.5 6.5l4 4',
  key: 'M14.5 4a5.5 5.5 0 1 1-4.6 8.5L4 18.4V21h3v-2h2v-2h2l1.4-1.4M16 8v.01',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  person: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M5 20a7 7 0 0 1 14 0',
  pharmacy: 'M9 3h6v6h6v6h-6v6H9v-6H3V9h6z',
  phone: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2',
  plus: 'M12 5v14M5 12h14',
  info: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 8v.01M11 12h1v4h1',
  inbox: 'M4 14v5h16v-5M12 4v11M8 11l4 4 4-4',
  printer:
    'M7 17H5a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-2M7 9V4h10v5M7 14h10v7H7z',
  send: 'M4 12h15M13 6l6 6-6 6',
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M20 20l-5-5',
  signOut: 'M14 8V5H5v14h9v-3M9 12h12M18 9l3 3-3 3',
  sortDown: 'M12 5v14M7 14l5 5 5-5',
  sortUp: 'M12 19V5M7 10l5-5 5 5',
  x: 'M6 6l12 12M18 6L6 18',
} as const

export type IconName = keyof typeof PATH_BY_ICON

/** One icon, as large as the text beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={PATH_BY_ICON[name]} />
    </svg>
  )
}
