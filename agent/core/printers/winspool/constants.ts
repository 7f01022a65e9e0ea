// Bits, states and error codes of Windows' print spooler by their documented names. Source: winspool.h and winerror.h;
// "PRINTER_INFO_2", "JOB_INFO_2", "SetJob", "DRIVER_INFO_8" of the Windows documentation.

/** PRINTER_STATUS_*, of PRINTER_INFO_2.Status. */
export const PRINTER_STATUS = {
  paused: 0x1,
  error: 0x2,
  pendingDeletion: 0x4,
  paperJam: 0x8,
  paperOut: 0x10,
  manualFeed: 0x20,
  paperProblem: 0x40,
  offline: 0x80,
  ioActive: 0x100,
  busy: 0x200,
  printing: 0x400,
  outputBinFull: 0x800,
  notAvailable: 0x1000,
  waiting: 0x2000,
  processing: 0x4000,
  initializing: 0x8000,
  warmingUp: 0x1_0000,
  tonerLow: 0x2_0000,
  noToner: 0x4_0000,
  pagePunt: 0x8_0000,
  userIntervention: 0x10_0000,
  outOfMemory: 0x20_0000,
  doorOpen: 0x40_0000,
  serverUnknown: 0x80_0000,
  powerSave: 0x100_0000,
  serverOffline: 0x200_0000,
  driverUpdateNeeded: 0x400_0000,
} as const

/** PRINTER_ATTRIBUTE_*, of PRINTER_INFO_2.Attributes: those that are read here. */
export const PRINTER_ATTRIBUTE = {
  /** "Use Printer Offline"; Windows sets it by itself for a USB printer that it misses. */
  workOffline: 0x400,
  fax: 0x4000,
} as const

/** JOB_STATUS_*, of JOB_INFO_2.Status. */
export const JOB_STATUS = {
  paused: 0x1,
  error: 0x2,
  deleting: 0x4,
  spooling: 0x8,
  printing: 0x10,
  offline: 0x20,
  paperOut: 0x40,
  printed: 0x80,
  deleted: 0x100,
  blocked: 0x200,
  userIntervention: 0x400,
  restart: 0x800,
  complete: 0x1000,
  retained: 0x2000,
  renderingLocally: 0x4000,
} as const

/** JOB_CONTROL_*, for SetJob. */
export const JOB_CONTROL = { pause: 1, delete: 5 } as const

/** PRINTER_DRIVER_XPS, of DRIVER_INFO_8.dwPrinterDriverAttributes. */
export const XPS_DRIVER = 0x2

/** PRINTER_ENUM_LOCAL and PRINTER_ENUM_CONNECTIONS. */
export const LOCAL_AND_CONNECTED = 0x2 | 0x4

export const WINDOWS_ERROR = {
  accessDenied: 5,
  handleDiskFull: 39,
  printCancelled: 63,
  invalidParameter: 87,
  diskFull: 112,
  insufficientBuffer: 122,
  busy: 170,
  serviceNotActive: 1062,
  /** RPC_S_SERVER_UNAVAILABLE, RPC_S_CALL_FAILED, RPC_S_CALL_FAILED_DNE, EPT_S_NOT_REGISTERED: the spooler's service is away. */
  rpcServerUnavailable: 1722,
  rpcCallFailed: 1726,
  rpcCallNotMade: 1727,
  rpcNotRegistered: 1753,
  /** ERROR_UNKNOWN_PORT: also a port monitor that is not there. */
  unknownPort: 1796,
  unknownDriver: 1797,
  unknownPrinter: 1801,
  invalidDatatype: 1804,
  /** ERROR_PRINTER_DELETED. */
  printerDeleted: 1905,
  unknownMonitor: 3000,
} as const
