/** For `catch`: what stands in for a file that is not there. Every other error is thrown on. */
export function ifMissing<Instead>(instead: Instead) {
  return (error: NodeJS.ErrnoException): Instead => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
}
