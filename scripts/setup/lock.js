// One setup at a time in this folder: two `npm start` at once must not install or build into each
// other's hands. The lock is a file that holds its owner's process id.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { say, stop } from './terminal.js'

const LOCK = '.setup-lock'
const LOCK_TIMEOUT_MS = 10 * 60_000
const LOCK_RETRY_MS = 200

/**
 * Gives the reason again once no other setup is at work in this folder: it may have done the job.
 * @param {() => string | undefined} reasonToAct
 */
export function askAlone(reasonToAct) {
  if (!reasonToAct()) return undefined
  takeLock()
  return reasonToAct()
}

/** The lock of a process that is gone is taken over. */
function takeLock() {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (let told = false; !tryLock(); pause(LOCK_RETRY_MS)) {
    const owner = lockOwner()
    if (owner === process.pid) return
    if (owner && !isRunning(owner)) rmSync(LOCK, { force: true })
    else if (!told) say('Waiting for another setup of this folder to finish.')
    told = true
    if (Date.now() > deadline) stop(`Another setup never finished. Delete ${LOCK} and try again.`)
  }
  process.on('exit', () => rmSync(LOCK, { force: true }))
}

function tryLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The process that holds the lock; 0 when it has just let go, or has not signed yet. */
function lockOwner() {
  try {
    return Number(readFileSync(LOCK, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return 0
    throw error
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
