// Runs a program with an administrator's rights on Windows, which asks the person first, and waits for it.
// Source: "ShellExecuteExW", "SHELLEXECUTEINFOW", "Parsing C Command-Line Arguments" of the Windows documentation.
import { z } from 'zod'

export interface Elevated {
  /** `declined`: nobody said yes, or nobody sits there. */
  readonly kind: 'ended' | 'declined' | 'failed'
  /** Exit code where it ended, Windows' error code where it failed; null while it still runs. */
  readonly code: number | null
}

export type RunAsAdministrator = (program: string, args: readonly string[]) => Promise<Elevated>

/** SEE_MASK_NOCLOSEPROCESS, _NOASYNC, _FLAG_NO_UI, _NO_CONSOLE: we hold the process, and no box or console window appears. */
const MASK = 0x40 | 0x100 | 0x400 | 0x8000
const SW_HIDE = 0
/** ERROR_CANCELLED: the person said no. */
const CANCELLED = 1_223
const STILL_ACTIVE = 259
/** An administrator may have to be fetched. */
const LIMIT_MS = 120_000

const Process = z.object({ hProcess: z.unknown() })

/** Windows only; the thread waits for the person. */
export const runAsAdministrator: RunAsAdministrator = async (program, args) => {
  const { default: koffi } = await import('koffi')
  const [shell32, kernel32] = [koffi.load('shell32.dll'), koffi.load('kernel32.dll')]
  const Info = koffi.struct({
    cbSize: 'uint32',
    fMask: 'uint32',
    hwnd: 'void *',
    lpVerb: 'str16',
    lpFile: 'str16',
    lpParameters: 'str16',
    lpDirectory: 'str16',
    nShow: 'int32',
    hInstApp: 'void *',
    lpIDList: 'void *',
    lpClass: 'str16',
    hkeyClass: 'void *',
    dwHotKey: 'uint32',
    hIcon: 'void *',
    hProcess: 'void *',
  })
  const info: Record<string, unknown> = {
    cbSize: koffi.sizeof(Info),
    fMask: MASK,
    lpVerb: 'runas',
    lpFile: program,
    lpParameters: args.map(quoted).join(' '),
    nShow: SW_HIDE,
  }
  const execute = shell32.func('__stdcall', 'ShellExecuteExW', 'bool', [koffi.inout(koffi.pointer(Info))])
  const lastError = kernel32.func('uint32 __stdcall GetLastError()')
  if (execute(info) !== true) {
    const code = z.number().parse(lastError())
    return { kind: code === CANCELLED ? 'declined' : 'failed', code }
  }
  const { hProcess } = Process.parse(info)
  return { kind: 'ended', code: exitCode(kernel32, hProcess) }
}

function exitCode(
  kernel32: { readonly func: (declaration: string) => (...given: unknown[]) => unknown },
  process: unknown,
): number | null {
  kernel32.func('uint32 __stdcall WaitForSingleObject(void *handle, uint32 ms)')(process, LIMIT_MS)
  const code: [number] = [STILL_ACTIVE]
  kernel32.func('bool __stdcall GetExitCodeProcess(void *process, _Out_ uint32 *code)')(process, code)
  kernel32.func('bool __stdcall CloseHandle(void *handle)')(process)
  return code[0] === STILL_ACTIVE ? null : code[0]
}

/** As CommandLineToArgvW reads it back: backslashes count twice where a quotation mark follows. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, '$1$1')}"`
}
