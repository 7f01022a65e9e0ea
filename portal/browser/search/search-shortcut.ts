// The keys that open the search: Ctrl+K (Cmd+K) anywhere, and / where nobody is typing; pure.

export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

export interface Where {
  /** The key would go into a field. */
  readonly isTyping: boolean
  /** The person has not turned / off: who speaks to the computer types signs by chance (WCAG 2.1.4). */
  readonly isSlashOn: boolean
}

export function opensSearch({ key, ctrlKey, metaKey, altKey }: PressedKey, where: Where): boolean {
  if (altKey) return false
  if (key.toLowerCase() === 'k') return ctrlKey !== metaKey
  return key === '/' && !ctrlKey && !metaKey && !where.isTyping && where.isSlashOn
}
