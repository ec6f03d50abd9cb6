// Restores the working folder before a test process exits, because the mutation runner writes its result
// there. A test that is stopped early may have changed the folder.
const folder = process.cwd();
process.prependListener('exit', () => process.chdir(folder));
