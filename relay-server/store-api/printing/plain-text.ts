// Free text of devices as the database can keep it and a page can show it.

/** Control characters become spaces and halves of surrogate pairs a mark; the length stays. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
}
