// The runner of mutants has each test process write its result into the working folder at its end, and a test that is
// stopped early may have changed that folder.
const folder = process.cwd();
process.prependListener('exit', () => process.chdir(folder));
