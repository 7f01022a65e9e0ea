// Whose the data folder is before the service gets it, and a new one that is closed from its first moment on: Node has no
// calls for either. Source: "GetNamedSecurityInfoW", "CreateDirectoryW" of the Windows documentation. Tried under Wine, never
// on a Windows.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type Koffi from 'koffi'
import { z } from 'zod'
import { windowsErrorText } from './windows-errors.ts'

export interface FolderFound {
  /** A SID; null when Windows does not say it, or when it is no folder but a link or a file. */
  readonly owner: string | null
  /** It inherits no rights, as each of ours. */
  readonly isClosed: boolean
}

const NO_ATTRIBUTES = 0xffff_ffff
/** FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_REPARSE_POINT. */
const ATTRIBUTE = { folder: 0x10, link: 0x400 } as const
/** ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND. */
const NOT_THERE: readonly number[] = [2, 3]
/** SE_FILE_OBJECT; OWNER_ and DACL_SECURITY_INFORMATION; SDDL_REVISION_1; SE_DACL_PROTECTED. */
const [FILE_OBJECT, OWNER_AND_DACL, REVISION, PROTECTED] = [1, 1 | 4, 1, 0x1000]
const UNKNOWN: FolderFound = { owner: null, isClosed: false }

/** Windows only. Null: nothing is there. Throws Error in words when that cannot be told. */
export async function lookAtFolder(folder: string): Promise<FolderFound | null> {
  const calls = await openCalls()
  const attributes = z.number().parse(calls.attributes(folder))
  if (attributes === NO_ATTRIBUTES) {
    const code = calls.lastError()
    if (NOT_THERE.includes(code)) return null
    throw new Error(windowsErrorText(code))
  }
  // Of a link Windows would tell the owner of what it leads to.
  const isFolder = (attributes & ATTRIBUTE.folder) !== 0 && (attributes & ATTRIBUTE.link) === 0
  return isFolder ? rightsOf(calls, folder) : UNKNOWN
}

/** `rights`: an SDDL text. Throws Error in words, also when somebody made it meanwhile. */
export async function makeClosedFolder(folder: string, rights: string): Promise<void> {
  const calls = await openCalls()
  await mkdir(path.win32.dirname(folder), { recursive: true })
  const parsed: [unknown] = [null]
  if (calls.parse(rights, REVISION, parsed, null) !== true)
    throw new Error(windowsErrorText(calls.lastError()))
  try {
    const security = { size: calls.securitySize, rights: parsed[0], isInherited: 0 }
    if (calls.make(folder, security) !== true) throw new Error(windowsErrorText(calls.lastError()))
  } finally {
    calls.free(parsed[0])
  }
}

function rightsOf(calls: Calls, folder: string): FolderFound {
  const [owner, rights]: [[unknown], [unknown]] = [[null], [null]]
  if (calls.security(folder, FILE_OBJECT, OWNER_AND_DACL, owner, null, null, null, rights) !== 0)
    return UNKNOWN
  try {
    const [text, control]: [[unknown], [unknown]] = [[null], [0]]
    if (calls.sidText(owner[0], text) !== true || calls.control(rights[0], control, [0]) !== true)
      return UNKNOWN
    const [sid, bits] = [z.string().parse(text[0]), z.number().parse(control[0])]
    return { owner: sid, isClosed: (bits & PROTECTED) !== 0 }
  } finally {
    calls.free(rights[0])
  }
}

type Calls = ReturnType<typeof callsOf>
let opened: Promise<Calls> | null = null

async function openCalls(): Promise<Calls> {
  // Here, so that no other system needs koffi's binary; once, as koffi names its structures.
  opened ??= import('koffi').then(({ default: koffi }) => callsOf(koffi))
  return opened
}

function callsOf(koffi: typeof Koffi) {
  const [advapi32, kernel32] = [koffi.load('advapi32.dll'), koffi.load('kernel32.dll')]
  const security = koffi.struct('FolderSecurity', { size: 'uint32', rights: 'void *', isInherited: 'int' })
  const lastError = kernel32.func('uint32 __stdcall GetLastError()')
  const call = (library: typeof advapi32, declaration: string): ((...given: unknown[]) => unknown) =>
    library.func(declaration)
  return {
    securitySize: koffi.sizeof(security),
    lastError: () => z.number().parse(lastError()),
    attributes: call(kernel32, 'uint32 __stdcall GetFileAttributesW(str16 path)'),
    make: call(kernel32, 'bool __stdcall CreateDirectoryW(str16 path, FolderSecurity *security)'),
    free: call(kernel32, 'void *__stdcall LocalFree(void *memory)'),
    parse: call(
      advapi32,
      'bool __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(str16 text, uint32 revision, _Out_ void **rights, void *bytes)',
    ),
    security: call(
      advapi32,
      'uint32 __stdcall GetNamedSecurityInfoW(str16 path, int type, uint32 what, _Out_ void **owner, void *group, void *dacl, void *sacl, _Out_ void **rights)',
    ),
    control: call(
      advapi32,
      'bool __stdcall GetSecurityDescriptorControl(void *rights, _Out_ uint16 *control, _Out_ uint32 *revision)',
    ),
    sidText: call(advapi32, 'bool __stdcall ConvertSidToStringSidW(void *sid, _Out_ str16 *text)'),
  }
}
