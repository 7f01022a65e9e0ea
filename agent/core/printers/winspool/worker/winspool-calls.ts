// winspool.drv's functions as koffi calls them, and how their failures are told. Source: "Print Spooler API Functions" of the
// Windows documentation.
import type Koffi from 'koffi'
import { WINDOWS_ERROR } from '../constants.ts'
import { number } from './field.ts'
import { documentParameter } from './structures.ts'
import { WindowsFailure } from './winspool-api.ts'

/** An answer is at most so large: 2,000 printers take 2 MB. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
/** A list may grow between the question for its size and the one for itself. */
const TRIES = 5

export type Call = (...given: unknown[]) => unknown
export type WinspoolCalls = ReturnType<typeof winspoolCalls>

type Declare = (declaration: string) => Call
/** A call that throws WindowsFailure when it gives back nothing. */
export type Check = (step: string, run: Call) => Call

export function winspoolCalls(koffi: typeof Koffi) {
  const winspool = koffi.load('winspool.drv')
  const declare: Declare = (declaration) => winspool.func(declaration)
  const check = checked(koffi)
  const document = documentParameter(koffi)
  return {
    ...queueFunctions(declare, check),
    ...jobFunctions(declare),
    ...documentFunctions(declare, check),
    startDocument: check(
      'StartDocPrinterW',
      winspool.func('__stdcall', 'StartDocPrinterW', 'uint32', ['void *', 'uint32', document]),
    ),
    answered: sizedAnswers(check),
    check,
  }
}

function checked(koffi: typeof Koffi): Check {
  const kernel32 = koffi.load('kernel32.dll')
  const lastError = kernel32.func('uint32 __stdcall GetLastError()')
  const setLastError = kernel32.func('void __stdcall SetLastError(uint32 code)')
  return (step, run) =>
    (...given) => {
      // Some calls of Wine fail without a reason, and would show that of an earlier one.
      setLastError(0)
      const result = run(...given)
      if (result === false || result === 0 || result === null)
        throw new WindowsFailure(step, number(lastError()))
      return result
    }
}

type Ask = (to: Buffer | null, bytes: number, needed: [number]) => unknown

/** Asks for the size of an answer and then for the answer; empty when there is none. Throws WindowsFailure. */
function sizedAnswers(check: Check): (step: string, ask: Ask) => Buffer {
  return (step, ask) => {
    for (let tries = 0, bytes = 0; tries < TRIES; tries += 1) {
      const [to, needed]: [Buffer, [number]] = [Buffer.alloc(bytes), [0]]
      try {
        check(step, () => ask(bytes === 0 ? null : to, bytes, needed))()
        return to
      } catch (error) {
        if (!isTooSmall(error) || needed[0] > MAX_ANSWER_BYTES) throw error
        bytes = needed[0]
      }
    }
    throw new WindowsFailure(step, WINDOWS_ERROR.insufficientBuffer)
  }
}

function isTooSmall(error: unknown): boolean {
  return error instanceof WindowsFailure && error.failure.code === WINDOWS_ERROR.insufficientBuffer
}

function queueFunctions(declare: Declare, check: Check) {
  return {
    enumPrinters: declare(
      'bool __stdcall EnumPrintersW(uint32 flags, str16 server, uint32 level, void *to, uint32 bytes, _Out_ uint32 *needed, _Out_ uint32 *count)',
    ),
    open: check(
      'OpenPrinterW',
      declare('bool __stdcall OpenPrinterW(str16 name, _Out_ void **printer, void *defaults)'),
    ),
    close: declare('bool __stdcall ClosePrinter(void *printer)'),
    getPrinter: declare(
      'bool __stdcall GetPrinterW(void *printer, uint32 level, void *to, uint32 bytes, _Out_ uint32 *needed)',
    ),
    getDriver: declare(
      'bool __stdcall GetPrinterDriverW(void *printer, str16 environment, uint32 level, void *to, uint32 bytes, _Out_ uint32 *needed)',
    ),
  }
}

function documentFunctions(declare: Declare, check: Check) {
  return {
    startPage: check('StartPagePrinter', declare('bool __stdcall StartPagePrinter(void *printer)')),
    write: check(
      'WritePrinter',
      declare(
        'bool __stdcall WritePrinter(void *printer, const void *from, uint32 bytes, _Out_ uint32 *written)',
      ),
    ),
    endPage: check('EndPagePrinter', declare('bool __stdcall EndPagePrinter(void *printer)')),
    endDocument: check('EndDocPrinter', declare('bool __stdcall EndDocPrinter(void *printer)')),
    abort: declare('bool __stdcall AbortPrinter(void *printer)'),
  }
}

function jobFunctions(declare: Declare) {
  return {
    getJob: declare(
      'bool __stdcall GetJobW(void *printer, uint32 job, uint32 level, void *to, uint32 bytes, _Out_ uint32 *needed)',
    ),
    enumJobs: declare(
      'bool __stdcall EnumJobsW(void *printer, uint32 first, uint32 most, uint32 level, void *to, uint32 bytes, _Out_ uint32 *needed, _Out_ uint32 *count)',
    ),
    setJob: declare(
      'bool __stdcall SetJobW(void *printer, uint32 job, uint32 level, void *from, uint32 control)',
    ),
  }
}
