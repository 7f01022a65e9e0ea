// Our code on Windows' own Node, in one file and so one after the other: the cases share Wine's one registry, in which each
// program that starts writes the queues of its own print server.
import './printers.cases.ts'
import './local-printer.cases.ts'
import './agent.cases.ts'
