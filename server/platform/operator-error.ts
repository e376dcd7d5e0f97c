/** Something that who runs the server can mend: the message is a sentence for them. */
export class OperatorError extends Error {}
