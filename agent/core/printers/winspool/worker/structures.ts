// The structures of winspool.h that are read here, field by field and in their order.
import type Koffi from 'koffi'

// They have no names, as koffi keeps one list of names for all threads.

/** PRINTER_INFO_2W. */
export function printerStructure(koffi: typeof Koffi) {
  return koffi.struct({
    ...texts('pServerName', 'pPrinterName', 'pShareName', 'pPortName', 'pDriverName', 'pComment'),
    pLocation: 'str16',
    pDevMode: 'void *',
    ...texts('pSepFile', 'pPrintProcessor', 'pDatatype', 'pParameters'),
    pSecurityDescriptor: 'void *',
    ...numbers('Attributes', 'Priority', 'DefaultPriority', 'StartTime', 'UntilTime', 'Status', 'cJobs'),
    AveragePPM: 'uint32',
  })
}

/** JOB_INFO_2W. */
export function jobStructure(koffi: typeof Koffi) {
  return koffi.struct({
    JobId: 'uint32',
    ...texts('pPrinterName', 'pMachineName', 'pUserName', 'pDocument', 'pNotifyName', 'pDatatype'),
    ...texts('pPrintProcessor', 'pParameters', 'pDriverName'),
    pDevMode: 'void *',
    pStatus: 'str16',
    pSecurityDescriptor: 'void *',
    ...numbers('Status', 'Priority', 'Position', 'StartTime', 'UntilTime', 'TotalPages', 'Size'),
    Submitted: koffi.array('uint16', 8),
    ...numbers('Time', 'PagesPrinted'),
  })
}

/** DRIVER_INFO_8W. */
export function driverStructure(koffi: typeof Koffi) {
  return koffi.struct({
    cVersion: 'uint32',
    ...pointers('pName', 'pEnvironment', 'pDriverPath', 'pDataFile', 'pConfigFile', 'pHelpFile'),
    ...pointers('pDependentFiles', 'pMonitorName', 'pDefaultDataType', 'pszzPreviousNames'),
    ftDriverDate: 'uint64',
    dwlDriverVersion: 'uint64',
    ...pointers('pszMfgName', 'pszOEMUrl', 'pszHardwareID', 'pszProvider', 'pszPrintProcessor'),
    ...pointers('pszVendorSetup', 'pszzColorProfiles', 'pszInfPath'),
    dwPrinterDriverAttributes: 'uint32',
    pszzCoreDriverDependencies: 'void *',
    ftMinInboxDriverVerDate: 'uint64',
    dwlMinInboxDriverVerVersion: 'uint64',
  })
}

/** DOC_INFO_1W *. */
export function documentParameter(koffi: typeof Koffi) {
  return koffi.pointer(koffi.struct(texts('pDocName', 'pOutputFile', 'pDatatype')))
}

function texts(...names: string[]): Record<string, string> {
  return all(names, 'str16')
}

function pointers(...names: string[]): Record<string, string> {
  return all(names, 'void *')
}

function numbers(...names: string[]): Record<string, string> {
  return all(names, 'uint32')
}

function all(names: readonly string[], type: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, type]))
}
