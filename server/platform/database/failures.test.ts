import { describe, expect, it } from 'vitest'
import { DatabaseAwayError, databaseFailure, isCollision, isConnectionFailure } from './failures.ts'

const failing = (code: string, message = 'no') => Object.assign(new Error(message), { code })
const sqlite = (errcode: number) => Object.assign(failing('ERR_SQLITE_ERROR'), { errcode })

describe('databaseFailure', () => {
  it.each([
    ['57P01', 'an administrator ended it'],
    ['57P02', 'it crashed'],
    ['57P03', 'it is starting'],
    ['08006', 'the connection failed'],
    ['53300', 'there are too many connections'],
    ['57014', 'a statement took too long'],
    ['25006', 'another server took over'],
    ['40P01', 'it collided again and again'],
  ])('takes PostgreSQL’s %s for away: %s', (code) => {
    expect(databaseFailure(failing(code))).toBe('away')
  })

  it('knows a full disk on both databases', () => {
    expect(databaseFailure(failing('53100'))).toBe('full')
    expect(databaseFailure(sqlite(13))).toBe('full')
    expect(databaseFailure(sqlite(10 | (19 << 8)))).toBe('full')
    expect(databaseFailure(failing('EDQUOT'))).toBe('full')
    expect(databaseFailure(sqlite(5 | (2 << 8)))).toBe('away')
  })

  it('knows a damaged file', () => {
    expect([sqlite(11), sqlite(11 | (1 << 8)), sqlite(26)].map(databaseFailure)).toEqual([
      ...['damaged', 'damaged', 'damaged'],
    ])
  })

  it('knows a disk that is gone', () => {
    expect([sqlite(10), sqlite(10 | (1 << 8)), sqlite(14)].map(databaseFailure)).toEqual([
      ...['unreadable', 'unreadable', 'unreadable'],
    ])
  })

  it.each(['23505', '42P01', '42703', 'ECONNREFUSED', 'HPE_INVALID'])(
    'leaves %s to others',
    (code) => {
      expect(databaseFailure(failing(code))).toBeNull()
    },
  )

  it('takes a lost connection for away, whatever it was called', () => {
    expect(databaseFailure(new DatabaseAwayError(failing('ECONNREFUSED')))).toBe('away')
  })
})

describe('what pg throws', () => {
  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('is a connection failure: %s', (message) => {
    expect(isConnectionFailure(new Error(message))).toBe(true)
  })

  it('is one by the system’s code, and none by a mistake of ours', () => {
    expect(isConnectionFailure(failing('ECONNRESET'))).toBe(true)
    expect(isConnectionFailure(failing('EAI_AGAIN'))).toBe(true)
    expect(isConnectionFailure(new TypeError('values is not iterable'))).toBe(false)
  })

  it('is tried again when two were in each other’s way, and only then', () => {
    expect([failing('40001'), failing('40P01')].map(isCollision)).toEqual([true, true])
    expect([failing('57P01'), failing('23505'), null].map(isCollision)).toEqual([
      false,
      false,
      false,
    ])
  })
})
