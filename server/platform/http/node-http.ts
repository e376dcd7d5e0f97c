/**
 * What the server takes of Node's HTTP. To import it as a module fills all of its exports, and for
 * one of them Node loads its client of WebSockets: 4 MB that no server uses.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
