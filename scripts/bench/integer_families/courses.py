"""Timetables of courses with seats, rents and students without a seat least."""

SIZES = {"small": (5, 3, 3), "middle": (7, 3, 3), "large": (10, 5, 4)}


def draw(draw, courses, slots, rooms):
    seats = [draw.randint(15, 60) for _ in range(rooms)]
    students = [draw.randint(15, 90) for _ in range(courses)]
    curricula = [(g, c) for g in range(1, courses // 2 + 1) for c in draw.sample(range(1, courses + 1), 3)]
    return {
        "course": [(c, draw.randint(1, courses // 2), number) for c, number in enumerate(students, 1)],
        "lessons": [(c, -(-number // 30)) for c, number in enumerate(students, 1)],
        "room": [(r, number, number // 2 + draw.randint(5, 20)) for r, number in enumerate(seats, 1)],
        "slot": list(range(1, slots + 1)),
        "in": curricula,
        "standing": [3],
    }


def model(model, facts):
    slots, rooms, lessons = facts["slot"], facts["room"], dict(facts["lessons"])
    (standing,) = facts["standing"]
    courses = {course: number for course, _, number in facts["course"]}
    lesson = {(c, s, r): model.new_bool_var(f"{c} {s} {r}") for c in courses for s in slots for r, *_ in rooms}
    meets = {(c, s): model.new_bool_var(f"{c} {s}") for c in courses for s in slots}
    cost = 0
    for course, number in courses.items():
        unseated = model.new_int_var(0, number, f"unseated {course}")
        seated = 0
        for slot in slots:
            for room, seats, price in rooms:
                there = model.new_int_var(0, seats, f"seated {course} {slot} {room}")
                model.add(there <= seats * lesson[course, slot, room])
                model.add_implication(lesson[course, slot, room], meets[course, slot])
                seated += there
                cost += price * lesson[course, slot, room]
        model.add(seated + unseated == number)
        model.add(sum(lesson[course, s, r] for s in slots for r, *_ in rooms) <= lessons[course])
        cost += standing * unseated
    for slot in slots:
        for room, *_ in rooms:
            model.add_at_most_one(lesson[course, slot, room] for course in courses)
        for teacher in {teacher for _, teacher, _ in facts["course"]}:
            own = [course for course, by, _ in facts["course"] if by == teacher]
            model.add_at_most_one(lesson[course, slot, r] for course in own for r, *_ in rooms)
        for curriculum in {curriculum for curriculum, _ in facts["in"]}:
            model.add_at_most_one(meets[course, slot] for own, course in facts["in"] if own == curriculum)
    model.minimize(cost)
