import { serveTasks } from '../src/index.ts';
import { classes } from './tasks.ts';

serveTasks(classes);
