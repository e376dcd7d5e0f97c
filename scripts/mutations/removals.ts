import type { Mutation } from './mutation.ts'

const REMOVALS_TEST = ['server/admin/removals.test.ts']
const SUSPENSIONS = 'server/admin/suspensions.ts'
const SUSPENSIONS_TEST = ['server/admin/suspensions.test.ts']

/** What administrators take away and give back, and who hears of it. */
export const removals: Mutation[] = [
  {
    name: 'whose it was is not told that it was removed',
    file: 'server/admin/removals.ts',
    text: 'const told = new Set([removed.memberId, ...alsoTold])',
    replacement: 'const told = new Set(alsoTold)',
    tests: REMOVALS_TEST,
  },
  {
    name: 'whose it was is not told that it is there again',
    file: 'server/admin/undo.ts',
    text: 'for (const to of new Set([...(whose ? [whose] : []), ...alsoTold]))',
    replacement: 'for (const to of new Set(alsoTold))',
    tests: REMOVALS_TEST,
  },
  {
    name: 'an administrator gives back what another took from them',
    file: 'server/admin/undo.ts',
    text: 'if (memberId === actor.id && adminId !== actor.id)',
    replacement: 'if (memberId === actor.id && adminId === 0)',
    tests: REMOVALS_TEST,
  },
  {
    name: 'a removed message of a conversation is told of as one of a space',
    file: 'server/notifications/present.ts',
    text: "    ...(isInConversation(row.params) && { leadsTo: 'conversation' as const }),\n",
    replacement: '',
    tests: REMOVALS_TEST,
  },
  {
    name: 'who is let in again is not told',
    file: SUSPENSIONS,
    text: "    await services.outbox.queue(mutation.trx, 'suspension-lifted', told)\n",
    replacement: '',
    tests: SUSPENSIONS_TEST,
  },
  {
    name: 'a photo that was replaced stays open while a report keeps it',
    file: 'server/visibility/open-image.ts',
    text: "    .where('images.delete_after', 'is', null)\n",
    replacement: '',
    tests: ['server/reports/reports.test.ts'],
  },
  {
    name: 'who runs an opened space later reads what was removed before',
    file: 'server/removals/queries.ts',
    text: `    .where('member.deleted_at', 'is', null)
    .where(isSeen(db, space))`,
    replacement: "    .where('member.deleted_at', 'is', null)",
    tests: ['server/spaces/opened-space.test.ts'],
  },
  {
    name: 'who runs an opened space later gives back what was removed before',
    file: 'server/removals/queries.ts',
    text: '    .$if(space !== null, (query) => query.where(isSeen(trx, space as SpaceSeen)))\n',
    replacement: '',
    tests: ['server/spaces/opened-space.test.ts'],
  },
  {
    name: 'who came later hears what an administrator removes of before',
    file: 'server/spaces/messages/remove-message.ts',
    text: '{ ...space, id: spaceId }, message.seq)',
    replacement: '{ ...space, id: spaceId }, Number.MAX_SAFE_INTEGER)',
    tests: ['server/spaces/opened-space.test.ts'],
  },
  {
    name: 'who came later hears what goes with an account of before',
    file: 'server/spaces/account-deletion.ts',
    text: '{ id: spaceId, opened_seq }, mark.seq)',
    replacement: '{ id: spaceId, opened_seq }, Number.MAX_SAFE_INTEGER)',
    tests: ['server/spaces/opened-space.test.ts'],
  },
  {
    name: 'a report about who gets a space waits for them',
    file: 'server/reports/report-escalation-queries.ts',
    text: "eb('id', 'not in', openReports(trx, queue).select('reports.id')),",
    replacement: '',
    tests: ['server/reports/reports-of-passed-space.test.ts'],
  },
  {
    name: 'who gets a space decides what they reported there',
    file: 'server/reports/report-escalation-queries.ts',
    text: ".where('own.reporter_id', '=', queue.viewer)",
    replacement: ".where('own.reporter_id', '<', 0)",
    tests: ['server/reports/reports-of-passed-space.test.ts'],
  },
  {
    name: 'who gets a space hears nothing of what waits there',
    file: 'server/reports/report-notifications.ts',
    text: 'if (waiting === 0) return',
    replacement: 'if (waiting > 0) return',
    tests: ['server/reports/reports-of-passed-space.test.ts'],
  },
]
