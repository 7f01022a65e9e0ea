// The few icons of the window as inline SVG: decoration only, hidden from screen readers.

const PATH_BY_ICON = {
  home: 'M4 11l8-7 8 7M6 10v9h12v-9M10 19v-5h4v5',
  label: 'M4 5h10l6 7-6 7H4zM8 12v.01',
  printer:
    'M7 17H5a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-2M7 9V4h10v5M7 14h10v7H7z',
  prescription: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3',
  doctor: 'M3 12h4l3-7 4 14 3-7h4',
  pharmacy: 'M9 3h6v6h6v6h-6v6H9v-6H3V9h6z',
  help: 'M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12h5',
  settings: 'M4 8h9M17 8h3M4 16h3M11 16h9M13 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 16a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  log: 'M6 3h9l4 4v14H6zM9 9h6M9 13h6M9 17h4',
  info: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 11v6M12 7.5v.01',
  ready: 'M5 12l5 5L20 7',
  working: 'M12 4a8 8 0 1 1-8 8M12 4l-3-2M12 4l-3 3',
  attention: 'M12 5v9M12 18v.01',
  offline: 'M6 6l12 12M18 6L6 18',
  back: 'M15 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  pause: 'M8 5v14M16 5v14',
} as const

export type IconName = keyof typeof PATH_BY_ICON

/** One icon, as large as the text beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATH_BY_ICON[name]} />
    </svg>
  )
}
