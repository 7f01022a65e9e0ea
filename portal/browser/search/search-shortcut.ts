// The keys that open the search: Ctrl+K (Cmd+K) anywhere, and / where nobody is typing; pure.

export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** `isTyping`: the key would go into a field. */
export function opensSearch({ key, ctrlKey, metaKey, altKey }: PressedKey, isTyping: boolean): boolean {
  if (altKey) return false
  if (key.toLowerCase() === 'k') return ctrlKey !== metaKey
  return key === '/' && !ctrlKey && !metaKey && !isTyping
}
