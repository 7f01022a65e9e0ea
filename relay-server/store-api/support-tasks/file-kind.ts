// What a file is, by its bytes, and what it is called then. Pure.
import type { FileKind } from '@pharmacy-relay/shared/api/support/task-file.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]

const ENDINGS: Readonly<Record<FileKind, readonly [string, ...string[]]>> = {
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  pdf: ['pdf'],
  text: ['txt', 'log', 'csv'],
}

/** Null for what nobody takes: programs, archives, pages of other kinds. */
export function fileKindOf(bytes: Uint8Array): FileKind | null {
  const beginsWith = (magic: readonly number[]): boolean =>
    magic.every((byte, place) => bytes[place] === byte)
  if (beginsWith(PNG)) return 'png'
  if (beginsWith(JPEG)) return 'jpeg'
  if (beginsWith(PDF)) return 'pdf'
  return isText(bytes) ? 'text' : null
}

/** UTF-8 without control characters but tabs and line ends. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !/[^\P{Cc}\t\r\n]/u.test(text)
  } catch {
    return false
  }
}

const LONGEST = 100

/**
 * The last part of a path, without what a file system or a browser takes for something else, and with the ending of its kind: a
 * page that is text is called `page.html.txt`, and opens as text.
 */
export function keptFileName(name: string, kind: FileKind): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(/[<>:"|?*%;\p{Cc}\p{Cf}]/gu, '_').replace(/^[.\s]+/, '')
  const shown = Array.from(plain).slice(0, LONGEST).join('').trim() || 'file'
  const endings = ENDINGS[kind]
  const hasEnding = endings.some((ending) => shown.toLowerCase().endsWith(`.${ending}`))
  return hasEnding ? shown : `${shown}.${endings[0]}`
}
