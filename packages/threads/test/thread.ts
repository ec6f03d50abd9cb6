import { serveTasks } from '../src/index.ts';
import { tasks } from './tasks.ts';

serveTasks(tasks);
